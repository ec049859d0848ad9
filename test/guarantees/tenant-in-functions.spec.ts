import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import type { Principal } from '../../src/identity/principal.js';
import { newId } from '../../src/shared/ids.js';
import { addOrders, principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import { otherTransaction } from '../support/other-transaction.js';
import * as walk from '../support/pipeline.js';
import { copy, everythingOfTwin, twinOf, twinPrincipals, withoutRowSecurity } from '../support/twin-tenant.js';

/**
 * The SQL functions without row-level security: the tenant in each of their statements keeps tenants apart by itself. Globex holds
 * rows of the very same ids.
 */
let engine: Engine;
let bare: Database;
let erin: Principal;
let sam: Principal;
let sofia: Principal;
let petra: Principal;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  erin = await principalOf(engine, 'acme', 'erin');
  sam = await principalOf(engine, 'acme', 'sam');
  sofia = await principalOf(engine, 'acme', 'sofia');
  petra = await principalOf(engine, 'acme', 'petra');
  await twinPrincipals(engine.database);
  // A statement that finds both finds the namesake first.
  await sql("UPDATE principal SET name = name WHERE tenant = 'acme'");
  bare = withoutRowSecurity(engine.database);
});
afterAll(async () => {
  await bare.onApplicationShutdown();
  await engine.stop();
});

async function run(statement: string, values: unknown[]): Promise<string> {
  const name = /[a-z]+_[a-z]+/.exec(statement)?.[0] ?? '';
  const rows = await bare.query<{ outcome: string }>(`bare ${name}`, statement, values);
  return rows[0]?.outcome ?? '';
}

const cancel = (tenant: string, id: string) => run("SELECT cancel_plan($1, $2, NULL, '{}') AS outcome", [tenant, id]);
const expire = (tenant: string, id: string) => run('SELECT expire_plan($1, $2) AS outcome', [tenant, id]);
const request = (tenant: string, id: string) => run("SELECT request_execution($1, $2, '{}') AS outcome", [tenant, id]);
const revoke = (tenant: string, id: string) =>
  run("SELECT revoke_approval($1, $2, 'sam', '{}') AS outcome", [tenant, id]);
const record = async (tenant: string, id: string, told: object = {}) =>
  run('SELECT record_decision($1, $2, $3) AS outcome', [tenant, id, await walk.decisionFor(engine, id, sofia, told)]);
const claim = async (tenant: string, id: string, told: object = {}) =>
  run('SELECT outcome FROM claim_execution($1, $2, $3)', [tenant, id, await walk.claimFor(engine, id, told)]);

const sql = (text: string, values: unknown[] = []) => engine.database.query(text, values);
const large = async () => walk.planned(engine, erin, await walk.newOrder(engine, '20000.00'));

async function fresh(): Promise<string> {
  return walk.planned(engine, erin, await walk.newOrder(engine));
}

async function approved(): Promise<string> {
  const id = await fresh();
  await walk.approved(engine, id, sam);
  return id;
}

async function overdue(): Promise<string> {
  const id = await fresh();
  await sql("UPDATE plan SET decide_by = clock_timestamp() - interval '1 second' WHERE id = $1", [id]);
  return id;
}

async function heldBack(): Promise<string> {
  const id = await approved();
  await sql("DELETE FROM wakeup WHERE plan = $1 AND kind = 'execute'", [id]);
  return id;
}

type Call = (tenant: string, id: string) => Promise<string>;

describe.each<[string, Call, string, () => Promise<string>]>([
  ['cancel_plan', cancel, 'CANCELLED', fresh],
  ['expire_plan of a plan that is over', expire, 'EXPIRED', overdue],
  ['expire_plan of a plan that is not over', expire, 'WAIT', fresh],
  ['request_execution', request, 'REQUESTED', heldBack],
  ['revoke_approval', revoke, 'REVOKED', approved],
  ['record_decision, the last one needed', record, 'QUORUM', fresh],
  ['record_decision, one of two', record, 'RECORDED', large],
  ['record_decision, a rejection', (tenant, id) => record(tenant, id, { decision: 'REJECT' }), 'REJECTED', fresh],
  ['claim_execution', claim, 'SUCCEEDED', approved],
  ['claim_execution, denied', (tenant, id) => claim(tenant, id, { denial: 'FORBIDDEN' }), 'FORBIDDEN', approved],
  ['claim_execution, without approval', (tenant, id) => claim(tenant, id, { verified: [] }), 'NOT_APPROVED', approved],
])('%s', (_, call, outcome, arrange) => {
  it('changes nothing in another tenant', async () => {
    const id = await arrange();
    await twinOf(engine.database, id);
    const before = await everythingOfTwin(engine.database);
    expect(await call('acme', id)).toBe(outcome);
    expect(await everythingOfTwin(engine.database)).toEqual(before);
  });

  it('looks at its own tenant’s plan, whatever became of the other one', async () => {
    const id = await arrange();
    await twinOf(engine.database, id, { plan: { state: 'SUPERSEDED' } });
    expect(await call('globex', id)).toMatch(/^(SUPERSEDED|SETTLED)$/);
    expect(await call('acme', id)).toBe(outcome);
  });

  it('does not find a plan that only another tenant has', async () => {
    const id = await arrange();
    expect(await call('globex', id)).toMatch(/^(NOT_FOUND|SETTLED)$/);
    expect((await walk.aftermath(engine, id)).plan).toBe('PENDING');
    expect(await call('acme', id)).toBe(outcome);
  });
});

describe('the claim sees of another tenant', () => {
  it('neither an execution of the same plan', async () => {
    const id = await approved();
    await twinOf(engine.database, id, { plan: { state: 'CONSUMED' } });
    await sql(
      `INSERT INTO execution (tenant, id, plan, tool, operation_id, resource_type, resource_id, state, started_at)
       SELECT 'globex', $2, id, tool, operation_id, resource_type, resource_id, 'UNKNOWN', now() FROM plan
        WHERE tenant = 'acme' AND id = $1`,
      [id, newId()],
    );
    expect(await claim('acme', id)).toBe('SUCCEEDED');
    expect(await claim('acme', id)).toBe('REPLAY');
  });

  it('nor its order: the version is that of the own one', async () => {
    await addOrders(engine, 'acme', ['T-000001']);
    await copy(engine.database, 'customer_order', "id = 'T-000001'", [], { version: 7 });
    // Anew, so that a statement that finds both finds the other one first.
    await sql("DELETE FROM customer_order WHERE tenant = 'acme' AND id = 'T-000001'");
    await addOrders(engine, 'acme', ['T-000001']);
    const id = await walk.planned(engine, erin, 'T-000001');
    await walk.approved(engine, id, sam);
    expect(await claim('acme', id)).toBe('SUCCEEDED');
  });

  it('nor its approvals: one is one, whatever the other one is worth', async () => {
    const one = await large();
    await walk.approved(engine, one, sam);
    await twinOf(engine.database, one);
    expect(await claim('acme', one)).toBe('NOT_APPROVED');
    const withdrawn = await approved();
    await twinOf(engine.database, withdrawn);
    await sql("UPDATE approval SET state = 'REVOKED' WHERE tenant = 'acme' AND plan = $1", [withdrawn]);
    expect(await claim('acme', withdrawn)).toBe('NOT_APPROVED');
  });

  it('nor its kill switch', async () => {
    const id = await approved();
    await sql(
      "INSERT INTO tool_switch (tenant, tool, disabled, reason, changed_by) VALUES ('globex', '*', true, 'x', $1)",
      [petra.id],
    );
    expect(await claim('acme', id)).toBe('SUCCEEDED');
    await sql("DELETE FROM tool_switch WHERE tenant = 'globex'");
  });
});

it('an outcome is written into one tenant', async () => {
  const [id, execution] = [await approved(), newId()];
  expect(await claim('acme', id, { executionId: execution, apply: undefined })).toBe('DISPATCHED');
  await twinOf(engine.database, id);
  const before = await everythingOfTwin(engine.database);
  const complete = "SELECT complete_execution('acme', $1, 1, $2) AS outcome";
  expect(await run(complete, [execution, '{"outcome":"SUCCEEDED"}'])).toBe('SUCCEEDED');
  expect(await everythingOfTwin(engine.database)).toEqual(before);
});

describe('the people of another tenant', () => {
  it('keep no claim waiting, nor do those whom only the other plan asks', async () => {
    const id = await approved();
    await twinOf(engine.database, id);
    await sql("UPDATE approval SET approver_id = $2, approver_human = 'sofia' WHERE tenant = 'globex' AND plan = $1", [
      id,
      sofia.id,
    ]);
    const others = "SELECT FROM principal WHERE (tenant, id) IN (('globex', $1::uuid), ('acme', $2::uuid)) FOR UPDATE";
    const other = await otherTransaction(engine.database, others, [erin.id, sofia.id]);
    const late = new Promise<string>((resolve) => setTimeout(resolve, 2_000, 'waited'));
    expect(await Promise.race([claim('acme', id), late])).toBe('SUCCEEDED');
    await other.commit();
  });

  it('lend nobody here their rights, nor their votes', async () => {
    const [one, two, three] = [await approved(), await large(), await large()];
    await walk.approved(engine, two, sam);
    await walk.approved(engine, three, sam);
    for (const id of [one, three]) await twinOf(engine.database, id);
    await sql("UPDATE approval SET state = 'REVOKED' WHERE tenant = 'acme' AND plan = $1", [three]);
    await sql("UPDATE principal SET authz_epoch = $2 WHERE tenant = 'globex' AND id = $1", [sam.id, sam.epoch]);
    expect(await record('acme', three)).toBe('RECORDED');
    await sql("UPDATE principal SET authz_epoch = authz_epoch + 1 WHERE tenant = 'acme' AND id = $1", [sam.id]);
    const before = await everythingOfTwin(engine.database);
    expect(await claim('acme', one)).toBe('NOT_APPROVED');
    expect(await record('acme', two)).toBe('RECORDED');
    expect(await everythingOfTwin(engine.database)).toEqual(before);
    sam = await principalOf(engine, 'acme', 'sam');
  });
});

describe('the wake-ups, votes and events of another tenant', () => {
  it('are no reason to leave its own wake-up out', async () => {
    const id = await approved();
    await twinOf(engine.database, id);
    await sql("DELETE FROM wakeup WHERE tenant = 'acme' AND plan = $1 AND kind = 'execute'", [id]);
    expect(await request('acme', id)).toBe('REQUESTED');
    expect(await sql("SELECT FROM wakeup WHERE tenant = 'acme' AND plan = $1 AND kind = 'execute'", [id])).toHaveLength(
      1,
    );
  });

  it('are not settled with the own ones', async () => {
    const id = await fresh();
    await twinOf(engine.database, id);
    expect(await cancel('acme', id)).toBe('CANCELLED');
    const before = await everythingOfTwin(engine.database);
    expect(await expire('acme', id)).toBe('SETTLED');
    expect(await everythingOfTwin(engine.database)).toEqual(before);
  });

  it('tell nobody here what became of a plan', async () => {
    const id = await approved();
    await twinOf(engine.database, id);
    await sql("DELETE FROM approval WHERE tenant = 'acme' AND plan = $1", [id]);
    await sql("UPDATE plan SET state = 'CANCELLED' WHERE tenant = 'acme' AND id = $1", [id]);
    expect(await revoke('acme', id)).toBe('NOT_FOUND');
  });

  it('are no repetition of a denial', async () => {
    const id = await approved();
    for (const denial of ['FORBIDDEN', 'POLICY_DENIED']) await claim('acme', id, { denial });
    await twinOf(engine.database, id, { plan: { chain_seq: 3 } });
    await sql(
      "UPDATE audit_event SET canonical = replace(canonical, 'POLICY_DENIED', 'FORBIDDEN') WHERE tenant = 'globex' AND plan = $1",
      [id],
    );
    await claim('acme', id, { denial: 'FORBIDDEN' });
    const codes = (await walk.eventsOf(engine, id)).map(({ body }) => body['code']);
    expect(codes.slice(2)).toEqual(['FORBIDDEN', 'POLICY_DENIED', 'FORBIDDEN']);
  });
});

describe('create_plan and find_request see of another tenant', () => {
  it('neither the key nor the pending plan nor the unknown outcome', async () => {
    const order = await walk.newOrder(engine);
    const first = await walk.planned(engine, erin, order, { key: 'twin-key' });
    await twinOf(engine.database, first);
    await sql("UPDATE plan SET state = 'CANCELLED', idempotency_key = NULL WHERE tenant = 'acme' AND id = $1", [first]);
    await sql(
      `INSERT INTO execution (tenant, id, plan, tool, operation_id, resource_type, resource_id, state, started_at)
       SELECT tenant, new_id(), id, tool, operation_id, resource_type, resource_id, 'UNKNOWN', now() FROM plan
        WHERE tenant = 'globex' AND id = $1`,
      [first],
    );
    const before = await everythingOfTwin(engine.database);
    const { event: _, ...row } = await newPlanLike(first, {
      idempotencyKey: 'twin-key',
      requestDigest: 'e'.repeat(64),
    });
    const { outcome } = await createPlan({ ...row, event: '{}' });
    expect(outcome).toBe('CREATED');
    expect(await everythingOfTwin(engine.database)).toEqual(before);
    expect(await find('acme', 'twin-key', 'e'.repeat(64))).toEqual({ plan: row.id, reused: false });
    expect(await find('globex', 'twin-key', 'e'.repeat(64))).toEqual({ plan: first, reused: true });
    expect(await createPlan(row)).toEqual({ outcome: 'JOINED', plan: row.id });
  });

  it('neither a newer nor a pending plan of the same request', async () => {
    const digest = 'd'.repeat(64);
    const id = await fresh();
    await sql("UPDATE plan SET request_digest = decode($2, 'hex') WHERE id = $1", [id, digest]);
    await twinOf(engine.database, id, { plan: { state: 'CANCELLED' } });
    await copy(engine.database, 'plan', 'id = $1', [id], { id: newId(), state: 'CANCELLED' });
    expect(await find('acme', null, digest)).toEqual({ plan: id, reused: false });
    await sql("UPDATE plan SET state = CASE tenant WHEN 'acme' THEN 'CANCELLED' ELSE 'PENDING' END WHERE id = $1", [
      id,
    ]);
    expect(await find('acme', null, digest)).toEqual({ plan: null, reused: false });
  });

  async function find(tenant: string, key: string | null, digest: string) {
    const [row] = await bare.query<{ plan: string | null; reused: boolean }>(
      'find',
      `SELECT plan_id AS plan, key_reused AS reused FROM find_request($1, 'orders.cancel.v1', $2, decode($3, 'hex'), '1 day')`,
      [tenant, key, digest],
    );
    return row;
  }

  async function createPlan(row: object) {
    const rows = await bare.query<{ outcome: string; plan: string }>(
      'create',
      'SELECT outcome, plan_id AS plan FROM create_plan($1, $2)',
      ['acme', JSON.stringify(row)],
    );
    return { outcome: rows[0]?.outcome, plan: rows[0]?.plan };
  }

  /** What the service would hand over for another plan like this one. */
  async function newPlanLike(id: string, changes: object): Promise<Record<string, unknown>> {
    const [row] = await engine.database.query<Record<string, unknown>>(
      `SELECT new_id() AS id, requester_id AS "requesterId", requester_human AS "requesterHuman", actors, client, tool,
              encode(tool_digest, 'hex') AS "toolDigest", encode(policy_digest, 'hex') AS "policyDigest", action,
              encode(action_digest, 'hex') AS "actionDigest", display, encode(display_digest, 'hex') AS "displayDigest",
              new_id()::text AS "operationId", resource_type AS "resourceType", resource_id AS "resourceId",
              resource_version AS "resourceVersion", resource_label AS "resourceLabel", attributes, required, rule, mode,
              created_at AS "createdAt", decide_by AS "decideBy", execute_by AS "executeBy", '{}' AS event
         FROM plan WHERE tenant = 'acme' AND id = $1`,
      [id],
    );
    return { ...row, epoch: erin.epoch, run: null, ...changes };
  }
});
