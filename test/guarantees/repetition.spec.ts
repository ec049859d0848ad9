import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/identity/principal.js';
import type { Planned } from '../../src/planning/planning.service.js';
import type { Result } from '../../src/shared/errors.js';
import { newId } from '../../src/shared/ids.js';
import { addEmployees, principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import { otherTransaction } from '../support/other-transaction.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;
let erin: Principal;
let emil: Principal;
let sam: Principal;
let keys = 0;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  await addEmployees(engine, 'acme', ['emil']);
  erin = await principalOf(engine, 'acme', 'erin');
  emil = await principalOf(engine, 'acme', 'emil');
  sam = await principalOf(engine, 'acme', 'sam');
});
afterAll(() => engine.stop());

const sql = (text: string, values: unknown[] = []) => engine.database.query(text, values);
const newKey = () => `key-${++keys}`;
const plan = (who: Principal, order: string, asked?: walk.Asked) => walk.plan(engine, who, order, asked);
const stateOf = async (id: string) => (await walk.aftermath(engine, id)).plan;

function planOf(result: Result<Planned>): string {
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value.plan;
}

/** What stays until the other transaction ends: a plan of somebody with this key, not committed yet. */
async function uncommittedPlan(who: Principal, order: string, key: string, digestOf?: string) {
  const other = await otherTransaction(
    engine.database,
    `INSERT INTO plan
     SELECT (jsonb_populate_record(p, jsonb_build_object('id', $2::text, 'requester_id', $3::text, 'requester_human', $4::text,
              'resource_id', $5::text, 'idempotency_key', $6::text, 'state', 'PENDING', 'chain_seq', 0))).*
       FROM plan p WHERE p.id = $1`,
    [digestOf ?? (await anyPlan()), newId(), who.id, who.human, order, key],
  );
  return other;
}

const anyPlan = async () => walk.planned(engine, emil, await walk.newOrder(engine));

describe('a call without a key', () => {
  it('joins the pending plan of the same request, and supersedes that of another request for the same object', async () => {
    const order = await walk.newOrder(engine);
    const first = planOf(await plan(erin, order));
    expect(await plan(erin, order)).toEqual({ ok: true, value: { plan: first, joined: true } });
    const second = await plan(erin, order, { reason: 'better put' });
    expect(second).toMatchObject({ ok: true, value: { joined: false } });
    expect(await stateOf(first)).toBe('SUPERSEDED');
    expect((await walk.eventsOf(engine, first)).at(-1)).toMatchObject({ body: { by: planOf(second) } });
  });

  it('does not join the plan of somebody else, nor supersede it', async () => {
    const order = await walk.newOrder(engine);
    const hers = planOf(await plan(erin, order));
    expect(planOf(await plan(emil, order))).not.toBe(hers);
    expect(await stateOf(hers)).toBe('PENDING');
  });

  it('joins a plan that has a key; a key does not join a plan that has none or another', async () => {
    const order = await walk.newOrder(engine);
    const keyed = planOf(await plan(erin, order, { key: newKey() }));
    expect(planOf(await plan(erin, order))).toBe(keyed);
    expect(planOf(await plan(erin, order, { key: newKey() }))).not.toBe(keyed);
  });

  it.each(['CANCELLED', 'SUPERSEDED', 'INVALIDATED', 'EXPIRED'])('begins anew after %s', async (state) => {
    const order = await walk.newOrder(engine);
    const old = planOf(await plan(erin, order));
    await sql('UPDATE plan SET state = $2, closed_at = clock_timestamp() WHERE id = $1', [old, state]);
    expect(await plan(erin, order)).toMatchObject({ ok: true, value: { joined: false } });
  });

  it('begins anew when the pending plan is over, although nobody wrote that down yet', async () => {
    const order = await walk.newOrder(engine);
    const old = planOf(await plan(erin, order));
    await sql("UPDATE plan SET decide_by = clock_timestamp() - interval '1 second' WHERE id = $1", [old]);
    expect(await plan(erin, order)).toMatchObject({ ok: true, value: { joined: false } });
    expect(await stateOf(old)).toBe('EXPIRED');
  });

  it.each(['REJECTED', 'CONSUMED'])(
    'is answered with the plan that was %s within the last day, and not later',
    async (state) => {
      const order = await walk.newOrder(engine);
      const old = planOf(await plan(erin, order));
      const close = `UPDATE plan SET state = $2, closed_at = clock_timestamp() - $3::interval WHERE id = $1`;
      await sql(close, [old, state, '23 hours 59 minutes']);
      expect(await plan(erin, order)).toEqual({ ok: true, value: { plan: old, joined: true } });
      await sql(close, [old, state, '24 hours 1 second']);
      expect(await plan(erin, order)).toMatchObject({ ok: true, value: { joined: false } });
    },
  );
});

describe('an idempotency key', () => {
  it('joins its plan for ever, whatever became of it', async () => {
    const asked = { key: newKey() };
    const order = await walk.newOrder(engine);
    const first = planOf(await plan(erin, order, asked));
    await sql("UPDATE plan SET state = 'CANCELLED', closed_at = clock_timestamp() - interval '1 year' WHERE id = $1", [
      first,
    ]);
    expect(await plan(erin, order, asked)).toEqual({ ok: true, value: { plan: first, joined: true } });
  });

  it('is bound to its request: another one is refused, also from somebody else', async () => {
    const key = newKey();
    const order = await walk.newOrder(engine);
    await plan(erin, order, { key });
    expect(await plan(erin, order, { key, reason: 'another' })).toMatchObject({ refusal: { code: 'KEY_REUSE' } });
    expect(await plan(emil, order, { key })).toMatchObject({ refusal: { code: 'KEY_REUSE' } });
  });

  it('of two calls at once makes one plan: the later one waits and joins', async () => {
    const key = newKey();
    const order = await walk.newOrder(engine);
    const template = planOf(await plan(erin, order));
    await sql("UPDATE plan SET state = 'CANCELLED' WHERE id = $1", [template]);
    const other = await uncommittedPlan(erin, order, key, template);
    const waiting = plan(erin, order, { key });
    await other.blocking();
    await other.commit();
    const [winner] = await engine.database.query<{ id: string }>('SELECT id FROM plan WHERE idempotency_key = $1', [
      key,
    ]);
    expect(await waiting).toEqual({ ok: true, value: { plan: winner?.id, joined: true } });
  });

  it('that somebody else uses at this moment is refused, and supersedes nothing', async () => {
    const key = newKey();
    const order = await walk.newOrder(engine);
    const mine = planOf(await plan(erin, order));
    const other = await uncommittedPlan(emil, await walk.newOrder(engine), key);
    const waiting = plan(erin, order, { key, reason: 'better put' });
    await other.blocking();
    await other.commit();
    expect(await waiting).toMatchObject({ refusal: { code: 'KEY_REUSE' } });
    expect(await stateOf(mine)).toBe('PENDING');
    expect((await walk.eventsOf(engine, mine)).map(({ type }) => type)).toEqual(['plan.created']);
  });
});

describe('a plan is not made', () => {
  it('on an object whose last action has no known outcome', async () => {
    const order = await walk.newOrder(engine);
    const id = planOf(await plan(emil, order));
    await walk.approved(engine, id, sam);
    await walk.execute(engine, id);
    await sql("UPDATE customer_order SET state = 'PAID', cancelled_at = NULL WHERE id = $1", [order]);
    for (const state of ['UNKNOWN', 'MANUAL']) {
      await sql('UPDATE execution SET state = $2 WHERE plan = $1', [id, state]);
      expect(await plan(erin, order)).toMatchObject({ refusal: { code: 'RESOURCE_BUSY' } });
    }
    await sql("UPDATE execution SET state = 'FAILED' WHERE plan = $1", [id]);
    expect(await plan(erin, order)).toMatchObject({ ok: true });
  });
});

describe('the schema by itself lets pass', () => {
  const copyPlan = (id: string, changes: object) =>
    sql(
      `INSERT INTO plan SELECT (jsonb_populate_record(p, jsonb_build_object('id', new_id()) || $2::jsonb)).* FROM plan p WHERE id = $1`,
      [id, JSON.stringify(changes)],
    );
  const execution = (id: string, changes: object = {}) =>
    sql(
      `INSERT INTO execution
       SELECT (jsonb_populate_record(NULL::execution, jsonb_build_object('tenant', tenant, 'id', new_id(), 'plan', id, 'tool', tool,
         'operation_id', operation_id, 'resource_type', resource_type, 'resource_id', resource_id, 'state', 'SUCCEEDED', 'fence', 1,
         'started_at', now(), 'idempotency_key', idempotency_key) || $2::jsonb)).* FROM plan WHERE id = $1`,
      [id, JSON.stringify(changes)],
    );

  it('one pending plan of a requester for a tool and object', async () => {
    await expect(copyPlan(await anyPlan(), {})).rejects.toThrow(/plan_one_pending/);
  });

  it('one plan of a key', async () => {
    const id = planOf(await plan(erin, await walk.newOrder(engine), { key: newKey() }));
    await expect(copyPlan(id, { state: 'CANCELLED' })).rejects.toThrow(/plan_key/);
  });

  it('one execution of a plan, of an operation and of a key', async () => {
    const key = newKey();
    const id = planOf(await plan(erin, await walk.newOrder(engine), { key }));
    await execution(id);
    await expect(execution(id, { operation_id: 'x', idempotency_key: null })).rejects.toThrow(
      /execution_tenant_plan_key/,
    );
    const other = await anyPlan();
    const { operationId } = await walk.planRow(engine, id);
    await expect(execution(other, { operation_id: operationId })).rejects.toThrow(/execution_tenant_operation_id_key/);
    await expect(execution(other, { idempotency_key: key })).rejects.toThrow(/execution_key/);
  });

  it.each(['DISPATCHED', 'UNKNOWN', 'MANUAL'])('one execution in doubt on an object: %s', async (state) => {
    const order = await walk.newOrder(engine);
    const ids = [planOf(await plan(erin, order)), planOf(await plan(emil, order))] as const;
    await execution(ids[0], { state });
    await expect(execution(ids[1], { state: 'DISPATCHED' })).rejects.toThrow(/execution_in_doubt/);
    await execution(ids[1], { state: 'SUCCEEDED' });
  });
});
