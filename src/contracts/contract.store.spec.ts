import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { Database } from '../database/database.js';
import { appPool } from '../database/pool.js';
import { ContractStore } from './contract.store.js';
import { loadContracts } from './load-contracts.js';
import type { PublishedContract } from './published-contract.js';

let test: TestDatabase;
let pool: pg.Pool;
let store: ContractStore;
const contracts = loadContracts('contracts').all();
const changed = contracts.map(
  (one, index): PublishedContract => ({ ...one, digest: String(index).repeat(64), canonical: '{}' }),
);

beforeAll(async () => {
  test = await testDatabase();
  pool = appPool(test.config(), () => undefined);
  store = new ContractStore(new Database(pool));
});

afterAll(async () => {
  await pool.end();
  await test.drop();
});

const current = () => test.query("SELECT tool, encode(current_digest, 'hex') AS digest FROM tool ORDER BY tool");
const texts = async () => (await test.query('SELECT FROM tool_contract')).length;

describe('publishing contracts', () => {
  it('stores each text once, however many processes start at the same time', async () => {
    await Promise.all(Array.from({ length: 6 }, () => store.publish(contracts)));
    expect(await texts()).toBe(contracts.length);
    expect(await current()).toEqual(contracts.map(({ contract, digest }) => ({ tool: contract.id, digest })));
    expect(await store.contradicting(contracts)).toEqual([]);
  });

  it('makes a changed text the current one and keeps the old one', async () => {
    await store.publish(contracts);
    await store.publish(changed);
    expect(await texts()).toBe(contracts.length * 2);
    expect(await current()).toEqual(changed.map(({ contract, digest }) => ({ tool: contract.id, digest })));
  });

  it('notices a stored text that is not the one of its digest', async () => {
    await store.publish(contracts);
    const forged = contracts.map((one): PublishedContract => ({ ...one, canonical: `${one.canonical} ` }));
    await store.publish(forged);
    expect(await store.contradicting(forged)).toEqual(contracts.map(({ contract }) => contract.id));
  });

  it('cannot change or take away a text, even if it wanted to', async () => {
    await store.publish(contracts);
    await expect(pool.query("UPDATE tool_contract SET canonical = '{}'")).rejects.toThrow('permission denied');
    await expect(test.query('DELETE FROM tool_contract')).rejects.toThrow('tool_contract is immutable');
  });
});
