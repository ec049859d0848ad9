import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase, urlOf } from '../../test/support/database.js';
import { isUpToDate, migrate } from './migrate.js';

let database: TestDatabase;
let empty: string;

beforeAll(async () => {
  database = await testDatabase();
  empty = `${database.name}_empty`;
  await database.query(`CREATE DATABASE ${empty}`);
});
afterAll(async () => {
  await database.query(`DROP DATABASE IF EXISTS ${empty} WITH (FORCE)`);
  await database.drop();
});

const as = (role: string, name: string) => urlOf(database.url, name).replace(/\/\/[^@]*@/, `//${role}@`);

describe('a database is up to date', () => {
  it('when all migrations ran, for a login that may change nothing', async () => {
    expect(await isUpToDate(as('countersign_app', database.name))).toBe(true);
  });

  it('not when it is empty, or when the engine’s role is not there yet', async () => {
    expect(await isUpToDate(as('countersign_app', empty))).toBe(false);
    expect(await isUpToDate(as('nobody_yet', database.name))).toBe(false);
  });

  it('not decided when nothing answers', async () => {
    await expect(isUpToDate('postgres://someone@127.0.0.1:1/nowhere')).rejects.toThrow('ECONNREFUSED');
  });

  it('after several processes migrated it at once', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(urlOf(database.url, empty))));
    expect(await isUpToDate(as('countersign_app', empty))).toBe(true);
  });

  it('and its tables are closed to the login that only migrated nothing', async () => {
    const client = new pg.Client(as('countersign_app', database.name));
    await client.connect();
    await expect(client.query('CREATE TABLE countersign.mine (id integer)')).rejects.toThrow(/permission denied/);
    await client.end();
  });
});
