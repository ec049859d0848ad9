import pg from 'pg';
import { Database } from '../../src/database/database.js';
import type { TestDatabase } from './database.js';

/**
 * A second tenant that holds rows of the very same ids as the first one. What asks for an id alone, and not for the tenant too, gets
 * the wrong row, two rows, or changes both.
 */

export const TABLES = [
  'principal',
  'console_session',
  'tool_switch',
  'plan',
  'execution',
  'approval',
  'audit_event',
  'wakeup',
  'customer_order',
  'order_event',
] as const;
export type Table = (typeof TABLES)[number];

/** By which column a row of the table belongs to a plan, its order, or nobody in particular. */
const OF_PLAN: Partial<Record<Table, string>> = {
  plan: 'id = $1',
  approval: 'plan = $1',
  execution: 'plan = $1',
  audit_event: 'plan = $1',
  wakeup: 'plan = $1',
  customer_order: "id = (SELECT resource_id FROM plan WHERE id = $1 AND tenant = 'acme')",
};

/**
 * A way to the database that row-level security does not bind, so that the tenant in each statement is all that keeps tenants
 * apart.
 */
export function withoutRowSecurity(test: TestDatabase): Database {
  return new Database(
    new pg.Pool({
      connectionString: test.url,
      max: 2,
      options: '-c search_path=countersign -c statement_timeout=15000',
    }),
  );
}

/** Copies what a plan of acme consists of to globex, under the same ids, with these columns changed. */
export async function twinOf(
  test: TestDatabase,
  plan: string,
  changes: Partial<Record<Table, object>> = {},
): Promise<void> {
  for (const table of TABLES) {
    const where = OF_PLAN[table];
    if (where !== undefined) await copy(test, table, where, [plan], changes[table]);
  }
}

/** Gives everybody of acme a namesake in globex: the same ids, issuers and subjects, but other names and epochs. */
export async function twinPrincipals(test: TestDatabase): Promise<void> {
  const other = { name: 'Namesake', email: 'namesake@globex.example', authz_epoch: 1_000, roles: [] };
  await copy(test, 'principal', 'true', [], other);
}

export async function copy(
  test: TestDatabase,
  table: Table,
  where: string,
  values: readonly unknown[],
  changes: object = {},
): Promise<void> {
  const other = `$${values.length + 1}::jsonb`;
  await test.query(
    `INSERT INTO ${table}
     SELECT (jsonb_populate_record(t, ${other})).* FROM ${table} t WHERE tenant = 'acme' AND (${where})`,
    [...values, JSON.stringify({ ...changes, tenant: 'globex' })],
  );
}

/** Every row that globex has, to see that nothing touched it; but for when the relay last told the queue of its wake-ups. */
export async function everythingOfTwin(test: TestDatabase): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of TABLES) {
    found[table] = await test.query(
      `SELECT to_jsonb(t) - 'published_at' - 'attempts' AS row FROM ${table} t WHERE tenant = 'globex' ORDER BY 1`,
    );
  }
  return found;
}
