import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Initial1764550000000 } from '../../migrations/1764550000000-initial.js';
import { urlOf } from '../../test/support/database.js';
import { migrate } from './migrate.js';

const name = `migrate_${Math.random().toString(36).slice(2, 10)}`;
let maintenance: pg.Client;
let client: pg.Client;

beforeAll(async () => {
  maintenance = new pg.Client({ connectionString: inject('databaseUrl') });
  await maintenance.connect();
  await maintenance.query(`CREATE DATABASE ${name}`);
  client = new pg.Client({ connectionString: urlOf(inject('databaseUrl'), name), options: '-c search_path=countersign' });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await maintenance.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await maintenance.end();
});

async function value(sql: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(sql);
  return rows[0]?.value;
}

describe('bringing the schema up to date', () => {
  it('may be done by several processes at once, and again', { timeout: 60_000 }, async () => {
    const url = urlOf(inject('databaseUrl'), name);
    await Promise.all([migrate(url), migrate(url)]);
    await migrate(url);
    expect(await value('SELECT count(*)::integer AS value FROM schema_migration')).toBe(1);
  });

  it('makes a role that can nothing but what it was granted', async () => {
    const { rows } = await client.query(
      `SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication FROM pg_roles WHERE rolname = 'countersign_app'`,
    );
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false },
    ]);
    const own = "SELECT count(*)::integer AS value FROM pg_class WHERE relowner = 'countersign_app'::regrole";
    expect(await value(own)).toBe(0);
    const create = "SELECT has_schema_privilege('countersign_app', 'countersign', 'CREATE') AS value";
    expect(await value(create)).toBe(false);
  });

  it('installs functions that run with the caller’s rights, never the owner’s', async () => {
    const definers = `SELECT count(*)::integer AS value FROM pg_proc
                       WHERE pronamespace = 'countersign'::regnamespace AND prosecdef`;
    expect(await value(definers)).toBe(0);
  });

  it('cannot be undone: it would take the evidence with it', async () => {
    await expect(new Initial1764550000000().down()).rejects.toThrow('restore a backup');
  });

  it('says what the database says when it cannot be reached', async () => {
    await expect(migrate('postgres://x@127.0.0.1:1/x')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('the functions that everything else stands on', () => {
  it('new_id makes UUIDs of version 7 whose order is that of time', async () => {
    const { rows } = await client.query<{ id: string; before: string; after: string }>(
      'SELECT a.id, a.before, new_id() AS after FROM (SELECT new_id() AS before, pg_sleep(0.002), new_id() AS id) a',
    );
    for (const id of Object.values(rows[0] ?? {}))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const made = Number.parseInt(String(rows[0]?.id).replaceAll('-', '').slice(0, 12), 16);
    expect(Math.abs(made - Date.now())).toBeLessThan(60_000);
    expect(String(rows[0]?.before) < String(rows[0]?.id)).toBe(true);
  });

  it('clock_ms goes on inside a transaction, in whole milliseconds', async () => {
    await client.query('BEGIN');
    const differs = "SELECT clock_ms() > now() + interval '20 milliseconds' AS value";
    await client.query('SELECT pg_sleep(0.03)');
    expect(await value(differs)).toBe(true);
    await client.query('COMMIT');
    expect(await value("SELECT extract(microseconds FROM clock_ms())::integer % 1000 AS value")).toBe(0);
  });

  it('rfc3339 writes UTC with milliseconds, whatever the session’s time zone', async () => {
    await client.query("SET timezone = 'Asia/Shanghai'");
    expect(await value("SELECT rfc3339('2026-12-01 07:00:00.5+08') AS value")).toBe('2026-11-30T23:00:00.500Z');
    await client.query("SET timezone = 'UTC'");
  });
});
