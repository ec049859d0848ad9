import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { spawnEngine } from '../support/engine-process.js';
import { freePort } from '../support/free-port.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Starts, expects that it does not come up, and returns what a person reads. */
async function failed(env: NodeJS.ProcessEnv): Promise<string> {
  const engine = spawnEngine({ DATABASE_URL: database.url, PORT: String(await freePort()), ...env });
  expect(await engine.ended()).toBe(1);
  expect(engine.output()).toContain('Countersign did not start.');
  // Sentences, no stack.
  expect(engine.output()).not.toMatch(/\n\s+at /);
  return engine.output();
}

function copyOf(folder: string): string {
  const copy = path.join(mkdtempSync(path.join(tmpdir(), 'countersign-test-')), folder);
  cpSync(folder, copy, { recursive: true });
  return copy;
}

describe('starting', { timeout: 90_000 }, () => {
  it('says which contract is broken, in which line, by which rule', async () => {
    const contracts = copyOf('contracts');
    const file = path.join(contracts, 'orders.cancel.v1.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^risk: .*$/m, 'risk: WRITE_SOMETIMES'));
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((text) => text.startsWith('risk:')) + 1;
    expect(await failed({ CONTRACTS_DIR: contracts })).toMatch(new RegExp(`orders\\.cancel\\.v1\\.yaml:${line}: .+`));
  });

  it('says which policy is broken, in which line, by which rule', async () => {
    const policies = copyOf('policies');
    const file = path.join(policies, 'roles.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('businessLine', 'businessLein'));
    expect(await failed({ POLICIES_DIR: policies })).toMatch(/roles\.yaml:\d+: .*businessLein/);
  });

  it('says that the port is taken, and how to choose another', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    try {
      expect(await failed({ PORT: String(port) })).toMatch(
        new RegExp(`port ${port} .* taken[^]*PORT=${port + 1} npm start`),
      );
    } finally {
      other.close();
    }
  });

  it('says that the database is down', async () => {
    const port = await freePort();
    const said = await failed({ DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/nowhere` });
    expect(said).toContain('The database "nowhere" at 127.0.0.1 cannot be used');
    expect(said).not.toContain('secret');
  });

  it('refuses the embedded identity provider where others could reach it, and in production', async () => {
    expect(await failed({ HOST: '0.0.0.0' })).toMatch(/0\.0\.0\.0/);
    expect(await failed({ NODE_ENV: 'production' })).toMatch(/production/);
  });

  it('names every variable that is not usable', async () => {
    const said = await failed({ PORT: 'eighty', ROLE: 'boss', DATABASE_URL: 'mysql://x' });
    for (const name of ['PORT', 'ROLE', 'DATABASE_URL']) expect(said).toContain(`${name} is not usable`);
  });

  it('stops at SIGTERM within seconds and with exit code 0', async () => {
    const engine = spawnEngine({ DATABASE_URL: database.url, PORT: String(await freePort()) });
    await engine.ready();
    engine.child.kill('SIGTERM');
    expect(await engine.ended()).toBeOneOf([0, null]);
    expect(engine.output()).toMatch(/Console .*\/console[^]*erin-demo[^]*mcpServers/);
  });
});
