import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { StartupProblem } from '../shared/startup-problem.js';
import { appPool } from './pool.js';
import { proveRowLevelSecurity } from './proof.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
  await testing.query("INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')");
});
afterAll(() => testing.drop());

/** Spoils the database in a transaction that never commits, and proves in it, as the engine's role. Roles belong to all databases. */
async function problemsAfter(spoil: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: testing.url, options: '-c search_path=countersign' });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(spoil);
    await client.query('SET LOCAL ROLE countersign_app');
    await proveRowLevelSecurity(client as unknown as pg.Pool);
    return [];
  } catch (error) {
    if (error instanceof StartupProblem) return error.lines.slice(1);
    throw error;
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}

describe('the proof of row-level security', () => {
  it('holds for the engine’s connections', async () => {
    const pool = appPool({ databaseUrl: testing.url, databasePool: 1 }, () => undefined);
    await expect(proveRowLevelSecurity(pool)).resolves.toBeUndefined();
    await pool.end();
    expect(await problemsAfter('SELECT 1')).toEqual([]);
  });

  it('fails for the owner, who is not the role that the engine must have', async () => {
    const pool = new pg.Pool({ connectionString: testing.url, options: '-c search_path=countersign', max: 1 });
    await expect(proveRowLevelSecurity(pool)).rejects.toThrow('The engine must run as the role countersign_app.');
    await pool.end();
  });

  it.each([
    [
      'a superuser',
      'ALTER ROLE countersign_app SUPERUSER',
      'The role countersign_app is exempt from row-level security.',
    ],
    ['exempt', 'ALTER ROLE countersign_app BYPASSRLS', 'The role countersign_app is exempt from row-level security.'],
    ['an owner', 'ALTER TABLE approval OWNER TO countersign_app', 'The role countersign_app owns tables: approval.'],
  ])('fails when that role is %s', async (_, spoil, problem) => {
    expect(await problemsAfter(spoil)).toContain(problem);
  });

  it.each([
    'principal',
    'console_session',
    'tool_switch',
    'plan',
    'approval',
    'execution',
    'audit_event',
    'customer_order',
    'order_event',
  ])('fails when %s does not force its policy, or does not have row-level security at all', async (table) => {
    const problem = `Row-level security is not forced on: ${table}.`;
    expect(await problemsAfter(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)).toEqual([problem]);
    expect(await problemsAfter(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`)).toEqual([problem]);
  });

  it('fails for a table that somebody adds and forgets to protect', async () => {
    expect(await problemsAfter('CREATE TABLE note (tenant text NOT NULL, text text)')).toEqual([
      'Row-level security is not forced on: note.',
    ]);
  });

  it('fails when something can be seen without a tenant', async () => {
    expect(await problemsAfter('CREATE POLICY everybody ON tenant USING (true)')).toEqual([
      'Rows can be seen without a tenant.',
    ]);
  });
});
