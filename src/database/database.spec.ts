import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { Database } from './database.js';
import { appPool } from './pool.js';
import { oneRow } from './rows.js';
import { DatabaseUnavailable } from './unavailable.js';

let testing: TestDatabase;
let pool: pg.Pool;
/** One connection, so that what one statement leaves behind meets the next. */
let database: Database;
const lost: Error[] = [];

beforeAll(async () => {
  testing = await testDatabase();
  pool = appPool({ databaseUrl: testing.url, databasePool: 1 }, (error) => lost.push(error));
  database = new Database(pool);
  await testing.query("INSERT INTO tenant (id, name) VALUES ('acme', 'Acme'), ('globex', 'Globex')");
});
afterAll(async () => {
  await pool.end();
  await testing.drop();
});

const SETTING = "SELECT coalesce(current_setting('countersign.tenant', true), '') AS tenant";
const setting = () => database.query<{ tenant: string }>('setting', SETTING);
const backend = () => database.query<{ pid: number }>('backend', 'SELECT pg_backend_pid() AS pid');

async function terminateSleeper(): Promise<void> {
  const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  await expect.poll(() => testing.query(kill)).toHaveLength(1);
}

describe('a connection of the engine', () => {
  it('runs as the role that owns nothing, durable, in UTC and with bounds on waiting', async () => {
    const names = [
      'search_path',
      'synchronous_commit',
      'statement_timeout',
      'lock_timeout',
      'timezone',
      'transaction_isolation',
    ];
    const rows = await database.query<Record<string, string>>(
      'settings',
      `SELECT current_user AS role, ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')},
              current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(rows).toEqual([
      {
        ...{
          role: 'countersign_app',
          search_path: 'countersign',
          synchronous_commit: 'on',
          timezone: 'UTC',
          idle: '15s',
        },
        statement_timeout: '15s',
        lock_timeout: '10s',
        transaction_isolation: 'read committed',
      },
    ]);
  });
});

describe('a transaction of a tenant', () => {
  it('sees that tenant, commits, and leaves the connection outside of any', async () => {
    const rename = "UPDATE tenant SET name = 'Acme Ltd' RETURNING id";
    expect(await database.tenant('acme', (tx) => tx.query(rename))).toEqual([{ id: 'acme' }]);
    expect(await setting()).toEqual([{ tenant: '' }]);
    expect(await testing.query('SELECT name FROM tenant ORDER BY id')).toEqual([
      { name: 'Acme Ltd' },
      { name: 'Globex' },
    ]);
  });

  it('that fails changes nothing, tells why, and gives the connection back clean', async () => {
    const [before] = await backend();
    const failing = database.tenant('acme', async (tx) => {
      await tx.query("UPDATE tenant SET name = 'lost'");
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await setting()).toEqual([{ tenant: '' }]);
    expect(await testing.query("SELECT FROM tenant WHERE name = 'lost'")).toEqual([]);
    expect(await backend()).toEqual([before]);
  });

  it('in which an error was swallowed is a fault, not a success', async () => {
    const swallowing = database.tenant('acme', async (tx) => {
      await tx.query("UPDATE tenant SET name = 'lost'");
      await tx.query('SELECT 1 / 0').catch(() => undefined);
      return 'all is well';
    });
    await expect(swallowing).rejects.toThrow('rolled back although its work returned');
    expect(await testing.query("SELECT FROM tenant WHERE name = 'lost'")).toEqual([]);
    expect(await setting()).toEqual([{ tenant: '' }]);
  });

  it.each(['', 'Acme', 'a', "acme'; DROP TABLE plan; --", 'acme\n', '-acme', 'a'.repeat(42), 'ａcme'])(
    'is not begun for what is no tenant id: %o',
    async (tenant) => {
      let ran = false;
      const work = database.tenant(tenant, async () => {
        ran = true;
      });
      await expect(work).rejects.toThrow('not a tenant id');
      expect(ran).toBe(false);
      expect(await backend()).toHaveLength(1);
    },
  );

  it('whose connection breaks between two statements ends as unavailable, and the next one works', async () => {
    const broken = database.tenant('acme', async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await testing.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return tx.query('SELECT 1');
    });
    await expect(broken).rejects.toThrow(DatabaseUnavailable);
    expect(await setting()).toEqual([{ tenant: '' }]);
  });

  it('whose connection breaks during a statement ends as unavailable, and the next one works', async () => {
    const broken = database.tenant('acme', (tx) => tx.query('SELECT pg_sleep(10)'));
    await Promise.all([expect(broken).rejects.toThrow(DatabaseUnavailable), terminateSleeper()]);
    expect(await setting()).toEqual([{ tenant: '' }]);
  });
});

describe('a single statement', () => {
  it('that is wrong is a fault of its own kind', async () => {
    await expect(database.query('wrong', 'SELECT nothing FROM nowhere')).rejects.not.toThrow(DatabaseUnavailable);
  });

  it('that loses its connection is unavailable, and the next one works', async () => {
    const broken = database.query('break', 'SELECT pg_sleep(10)');
    await Promise.all([expect(broken).rejects.toThrow(DatabaseUnavailable), terminateSleeper()]);
    expect(await setting()).toEqual([{ tenant: '' }]);
  });

  it('that loses its connection while idle makes no noise but a warning', async () => {
    const [row] = await backend();
    const before = lost.length;
    await testing.query('SELECT pg_terminate_backend($1)', [row?.pid]);
    await expect.poll(() => lost.length).toBe(before + 1);
    expect(await setting()).toEqual([{ tenant: '' }]);
  });

  it('on a server that is not there is unavailable, for transactions too', async () => {
    const nowhere = appPool({ databaseUrl: 'postgres://x@127.0.0.1:1/x', databasePool: 1 }, () => undefined);
    const gone = new Database(nowhere);
    await expect(gone.query('any', 'SELECT 1')).rejects.toThrow(DatabaseUnavailable);
    await expect(gone.tenant('acme', async () => 1)).rejects.toThrow(DatabaseUnavailable);
    await gone.onApplicationShutdown();
    await expect(gone.query('any', 'SELECT 1')).rejects.toThrow(DatabaseUnavailable);
  });

  it('that must answer a row and does not is a fault', () => {
    expect(oneRow([7, 8])).toBe(7);
    expect(() => oneRow([])).toThrow('answered none');
  });
});
