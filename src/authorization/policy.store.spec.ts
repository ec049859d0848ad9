import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { Database } from '../database/database.js';
import { appPool } from '../database/pool.js';
import { loadContracts } from '../contracts/load-contracts.js';
import { loadPolicies } from './load-policies.js';
import { PolicyStore } from './policy.store.js';

let test: TestDatabase;
let pool: pg.Pool;
let store: PolicyStore;
const engine = loadPolicies('policies', loadContracts('contracts'));

beforeAll(async () => {
  test = await testDatabase();
  pool = appPool(test.config(), () => undefined);
  store = new PolicyStore(new Database(pool));
});

afterAll(async () => {
  await pool.end();
  await test.drop();
});

it('publishes a policy once, however many processes start at the same time', async () => {
  const texts = await Promise.all(Array.from({ length: 6 }, () => store.publish(engine)));
  expect(texts).toEqual(texts.map(() => engine.canonical));
  expect(await test.query("SELECT encode(digest, 'hex') AS digest, canonical FROM policy")).toEqual([
    { digest: engine.digest, canonical: engine.canonical },
  ]);
});

it('answers the text that is stored, which is not the given one when somebody changed it', async () => {
  await store.publish(engine);
  expect(await store.publish({ digest: engine.digest, canonical: '{}' })).toBe(engine.canonical);
});

it('cannot change or take away a policy, even if it wanted to', async () => {
  await store.publish(engine);
  await expect(pool.query("UPDATE policy SET canonical = '{}'")).rejects.toThrow('permission denied');
  await expect(test.query('DELETE FROM policy')).rejects.toThrow('policy is immutable');
});
