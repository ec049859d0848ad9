import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { ConfigModule } from '../config/config.module.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import { loadContracts } from '../contracts/load-contracts.js';
import { DatabaseModule } from '../database/database.module.js';
import { AuthorizationModule } from './authorization.module.js';
import { loadPolicies } from './load-policies.js';
import { PolicyEngine } from './policy-engine.js';

let test: TestDatabase;

beforeEach(async () => {
  test = await testDatabase();
});

afterEach(() => test.drop());

const start = (environment: NodeJS.ProcessEnv = {}) =>
  Test.createTestingModule({
    imports: [ConfigModule.with(test.config(environment)), DatabaseModule, AuthorizationModule],
  }).compile();

describe('starting with contracts and policies', () => {
  it('publishes both before anything can be asked', async () => {
    const app = await start();
    const contracts = app.get(ContractRegistry).all();
    const stored = await test.query("SELECT tool, encode(current_digest, 'hex') AS digest FROM tool ORDER BY tool");
    expect(stored).toEqual(contracts.map(({ contract, digest }) => ({ tool: contract.id, digest })));
    const policies = await test.query("SELECT encode(digest, 'hex') AS digest FROM policy");
    expect(policies).toEqual([{ digest: app.get(PolicyEngine).digest }]);
    await app.close();
  });

  it('does not start on a contract whose published text was changed', async () => {
    const digest = loadContracts('contracts').byName('orders.get.v1')?.digest;
    await test.query(
      "INSERT INTO tool_contract (tool, digest, canonical) VALUES ('orders.get.v1', decode($1, 'hex'), '{}')",
      [digest],
    );
    await expect(start()).rejects.toThrow(/other texts under the digests of these tool contracts.*\norders\.get\.v1$/);
    expect(await test.query('SELECT FROM tool')).toEqual([]);
  });

  it('does not start on policies whose published text was changed', async () => {
    const { digest } = loadPolicies('policies', loadContracts('contracts'));
    await test.query("INSERT INTO policy (digest, canonical) VALUES (decode($1, 'hex'), '{}')", [digest]);
    await expect(start()).rejects.toThrow(`another text under the digest of these policies (${digest})`);
  });

  it('does not start on a broken contract, and says where it is broken', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'contracts-'));
    writeFileSync(path.join(folder, 'broken.yaml'), 'id: &x 1\n');
    await expect(start({ CONTRACTS_DIR: folder })).rejects.toThrow(`${folder}/broken.yaml:1: yaml — Anchors`);
    rmSync(folder, { recursive: true });
  });
});
