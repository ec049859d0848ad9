import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/database/database.js';
import { appPool } from '../../src/database/pool.js';
import type { Principal } from '../../src/identity/principal.js';
import { newId } from '../../src/shared/ids.js';
import { principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import * as walk from '../support/pipeline.js';
import { copy, TABLES, type Table, twinOf, twinPrincipals } from '../support/twin-tenant.js';

/** Row-level security by itself: statements that forget the tenant, under the engine's role. Globex holds rows of the same ids. */
let engine: Engine;
/** The engine's way to the database, with one connection, so that what a function leaves behind meets the next statement. */
let database: Database;
let erin: Principal;
let sam: Principal;
let sofia: Principal;
let petra: Principal;

/** `wakeup` holds ids only and is read across tenants; PROTOCOL §7. */
const PROTECTED = TABLES.filter((table) => table !== 'wakeup');
/** What the engine's role may change at all, each with a column of it, and what it may take away. */
const CHANGEABLE = [
  ['principal', 'name'],
  ['plan', 'state'],
  ['approval', 'state'],
  ['execution', 'fence'],
  ['console_session', 'tenant'],
  ['tool_switch', 'tenant'],
  ['customer_order', 'tenant'],
] as const;
const REMOVABLE = ['console_session', 'tool_switch', 'customer_order'] as const;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  erin = await principalOf(engine, 'acme', 'erin');
  sam = await principalOf(engine, 'acme', 'sam');
  sofia = await principalOf(engine, 'acme', 'sofia');
  petra = await principalOf(engine, 'acme', 'petra');
  await twinPrincipals(engine.database);
  const id = await approved();
  await walk.execute(engine, id);
  await twinOf(engine.database, id, { approval: { state: 'VALID', execution: null } });
  await engine.database.query(
    `INSERT INTO console_session (tenant, id_hash, principal, csrf_hash, expires_at)
     VALUES ('acme', 'a', $1, 'c', now() + interval '1 hour')`,
    [sam.id],
  );
  await engine.database.query(
    "INSERT INTO tool_switch (tenant, tool, disabled, reason, changed_by) VALUES ('acme', 'orders.get.v1', false, 'x', $1)",
    [petra.id],
  );
  for (const table of ['console_session', 'tool_switch', 'order_event'] as const)
    await copy(engine.database, table, 'true', []);
  database = new Database(appPool({ databaseUrl: engine.database.url, databasePool: 1 }, () => undefined));
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await engine.stop();
});

async function approved(): Promise<string> {
  const id = await walk.planned(engine, erin, await walk.newOrder(engine));
  await walk.approved(engine, id, sam);
  return id;
}

const tenantsIn = async (rows: Promise<{ tenant: string }[]>) => [...new Set((await rows).map(({ tenant }) => tenant))];

describe.each(PROTECTED)('a statement on %s that names no tenant', (table: Table) => {
  it('sees one tenant, and both are there', async () => {
    const everything = `SELECT tenant FROM ${table}`;
    expect((await tenantsIn(engine.database.query(everything))).sort()).toEqual(['acme', 'globex']);
    for (const tenant of ['acme', 'globex'])
      expect(await tenantsIn(database.tenant(tenant, (tx) => tx.query(everything)))).toEqual([tenant]);
  });

  it('sees nothing outside of a tenant', async () => {
    expect(await database.query(`all ${table}`, `SELECT FROM ${table}`)).toEqual([]);
  });

  it('cannot write a row of another tenant', async () => {
    const foreign = `INSERT INTO ${table} SELECT (jsonb_populate_record(t, '{"tenant":"globex"}')).* FROM ${table} t LIMIT 1`;
    await expect(database.tenant('acme', (tx) => tx.query(foreign))).rejects.toThrow(/row-level security policy/);
  });
});

const inAcme = (statement: string) => database.tenant('acme', (tx) => tx.query(statement));

it.each(CHANGEABLE)(
  'a statement cannot change a row of another tenant, or move one there: %s',
  async (table, column) => {
    const change = `UPDATE ${table} SET ${column} = ${column} WHERE tenant = 'globex' RETURNING tenant`;
    expect(await inAcme(change)).toEqual([]);
    const moved = inAcme(`UPDATE ${table} SET tenant = 'globex'`);
    await expect(moved).rejects.toThrow(/row-level security policy|permission denied/);
  },
);

it.each(REMOVABLE)('a statement cannot take away a row of another tenant: %s', async (table) => {
  expect(await inAcme(`DELETE FROM ${table} WHERE tenant = 'globex' RETURNING tenant`)).toEqual([]);
  expect(await engine.database.query(`SELECT FROM ${table} WHERE tenant = 'globex' LIMIT 1`)).toHaveLength(1);
});

it('a tenant sees its own name only', async () => {
  const names = 'SELECT id AS tenant FROM tenant';
  expect(await tenantsIn(database.tenant('acme', (tx) => tx.query(names)))).toEqual(['acme']);
  expect(await database.query('all tenants', names)).toEqual([]);
});

describe('a function', () => {
  const one = async (name: string, statement: string, values: unknown[]): Promise<string> => {
    const rows = await database.query<{ outcome: string }>(`rls ${name}`, statement, values);
    return rows[0]?.outcome ?? '';
  };
  const fresh = async () => walk.planned(engine, erin, await walk.newOrder(engine));
  const calls: [string, () => Promise<string>, string][] = [
    [
      'cancel_plan',
      async () => one('cancel', "SELECT cancel_plan('acme', $1, NULL, '{}') AS outcome", [await fresh()]),
      'CANCELLED',
    ],
    ['expire_plan', async () => one('expire', "SELECT expire_plan('acme', $1) AS outcome", [await fresh()]), 'WAIT'],
    [
      'request_execution',
      async () => one('request', "SELECT request_execution('acme', $1, '{}') AS outcome", [await approved()]),
      'REQUESTED',
    ],
    [
      'revoke_approval',
      async () => one('revoke', "SELECT revoke_approval('acme', $1, 'sam', '{}') AS outcome", [await approved()]),
      'REVOKED',
    ],
    [
      'record_decision',
      async () => {
        const id = await fresh();
        const decision = await walk.decisionFor(engine, id, sofia);
        return one('record', "SELECT record_decision('acme', $1, $2) AS outcome", [id, decision]);
      },
      'QUORUM',
    ],
    [
      'claim_execution',
      async () => {
        const id = await approved();
        const claim = await walk.claimFor(engine, id);
        return one('claim', "SELECT outcome FROM claim_execution('acme', $1, $2)", [id, claim]);
      },
      'SUCCEEDED',
    ],
    [
      'change_rights',
      () =>
        one('rights', "SELECT change_rights('acme', $1, $2, 'disable', NULL, '{}') AS outcome", [erin.id, petra.id]),
      'CHANGED',
    ],
    [
      'set_tool_switch',
      () => one('switch', "SELECT set_tool_switch('acme', '*', false, 'x', $1, '{}')::text AS outcome", [petra.id]),
      '',
    ],
    [
      'record_events',
      () => one('events', `SELECT record_events('acme', '[{"type":"t","body":"{}"}]')::text AS outcome`, []),
      '',
    ],
    [
      'sync_principal',
      () =>
        one('sync', "SELECT sub AS outcome FROM sync_principal('acme', $1, 'sam', 'sam', 'S', NULL, '{}', '{}', 1)", [
          sam.issuer,
        ]),
      'sam',
    ],
    [
      'find_request',
      async () => {
        await walk.planned(engine, sofia, await walk.newOrder(engine), { key: 'findable' });
        const statement =
          "SELECT key_reused::text AS outcome FROM find_request('acme', 'orders.cancel.v1', 'findable', '', '1 day')";
        return one('find', statement, []);
      },
      'true',
    ],
    [
      'create_plan',
      async () => {
        const id = await walk.planned(engine, sofia, await walk.newOrder(engine), { key: 'repeated' });
        const like = { id: newId(), tool: 'orders.cancel.v1', idempotencyKey: 'repeated', requestDigest: '00' };
        const outcome = await one('create', "SELECT outcome FROM create_plan('acme', $1)", [JSON.stringify(like)]);
        expect(id).toBeDefined();
        return outcome;
      },
      'KEY_REUSE',
    ],
  ];

  it.each(calls)('%s works inside its tenant, and leaves its connection outside of any', async (_, call, outcome) => {
    expect(await call()).toBe(outcome);
    const setting = "SELECT coalesce(current_setting('countersign.tenant', true), '') AS tenant";
    expect(await database.query('setting', setting)).toEqual([{ tenant: '' }]);
  });
});
