import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/identity/principal.js';
import { newId } from '../../src/shared/ids.js';
import { principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import { otherTransaction } from '../support/other-transaction.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;
let erin: Principal;
let sam: Principal;
let sofia: Principal;

beforeAll(async () => {
  // Without a worker, so that nobody executes but the test.
  engine = await startEngine({ ROLE: 'api' });
  erin = await principalOf(engine, 'acme', 'erin');
  sam = await principalOf(engine, 'acme', 'sam');
  sofia = await principalOf(engine, 'acme', 'sofia');
});
afterAll(() => engine.stop());

const sql = (text: string, values: unknown[] = []) => engine.database.query(text, values);
const claim = (id: string, told?: Record<string, unknown>) => walk.claim(engine, id, told);

/** A plan of erin with enough approvals. */
async function approvedPlan(...approvers: Principal[]): Promise<{ id: string; order: string }> {
  const order = await walk.newOrder(engine, approvers.length > 1 ? '20000.00' : undefined);
  const id = await walk.planned(engine, erin, order);
  await walk.approved(engine, id, ...(approvers.length === 0 ? [sam] : approvers));
  return { id, order };
}

const UNTOUCHED = { effects: 0, executions: 0, plan: 'PENDING', approvals: ['VALID'] };

/** The claim is refused with this outcome, and the key stays free, the approvals valid, the order as it was. */
async function refused(id: string, outcome: string, told?: Record<string, unknown>): Promise<void> {
  expect(await claim(id, told)).toBe(outcome);
  expect(await walk.aftermath(engine, id)).toEqual(UNTOUCHED);
}

describe('the claim, once', () => {
  it('executes in one transaction: effect, outcome, consumed approvals, event, and no wake-up left', async () => {
    const { id } = await approvedPlan();
    expect(await claim(id)).toBe('SUCCEEDED');
    expect(await walk.aftermath(engine, id)).toEqual({
      effects: 1,
      executions: 1,
      plan: 'CONSUMED',
      approvals: ['CONSUMED'],
    });
    const events = (await walk.eventsOf(engine, id)).map(({ type }) => type);
    expect(events).toEqual(['plan.created', 'decision.approved', 'execution.claimed', 'execution.succeeded']);
    expect(await sql('SELECT FROM wakeup WHERE plan = $1', [id])).toHaveLength(0);
  });

  it('answers the first execution again, without waiting for anybody who holds the plan', async () => {
    const { id } = await approvedPlan();
    await claim(id);
    const other = await otherTransaction(engine.database, 'SELECT FROM plan WHERE id = $1 FOR UPDATE', [id]);
    const late = new Promise<string>((resolve) => setTimeout(resolve, 2_000, 'waited'));
    expect(await Promise.race([claim(id), late])).toBe('REPLAY');
    await other.commit();
    expect((await walk.aftermath(engine, id)).effects).toBe(1);
  });

  it('looks at the key a second time after it waited for the plan', async () => {
    const { id } = await approvedPlan();
    const other = await otherTransaction(engine.database, 'SELECT FROM plan WHERE id = $1 FOR UPDATE', [id]);
    const waiting = claim(id);
    await other.blocking();
    await other.query(
      `INSERT INTO execution (tenant, id, plan, tool, operation_id, resource_type, resource_id, state, started_at)
       SELECT tenant, $2, id, tool, operation_id, resource_type, resource_id, 'SUCCEEDED', now() FROM plan WHERE id = $1`,
      [id, newId()],
    );
    await other.commit();
    expect(await waiting).toBe('REPLAY');
    expect((await walk.aftermath(engine, id)).effects).toBe(0);
  });

  it('uses up as many approvals as the plan needs, and no more', async () => {
    const { id } = await approvedPlan(sam, sofia);
    await sql('UPDATE plan SET required = 1 WHERE id = $1', [id]);
    expect(await claim(id)).toBe('SUCCEEDED');
    expect((await walk.aftermath(engine, id)).approvals).toEqual(['CONSUMED', 'VALID']);
  });

  it('rolls everything back when an approval is withdrawn behind the plan lock', async () => {
    const { id } = await approvedPlan();
    const other = await otherTransaction(engine.database, "UPDATE approval SET state = 'REVOKED' WHERE plan = $1", [
      id,
    ]);
    const waiting = claim(id).catch((error: Error) => error.message);
    await other.blocking();
    await other.commit();
    expect(await waiting).toBe('consumed 0 of 1 approvals');
    expect(await walk.aftermath(engine, id)).toEqual({ ...UNTOUCHED, approvals: ['REVOKED'] });
  });

  it('rolls everything back when the domain knows the operation already', async () => {
    const { id, order } = await approvedPlan();
    const before = await walk.newOrder(engine);
    await sql(
      `INSERT INTO order_event (tenant, order_id, version, kind, operation_id, at)
       SELECT tenant, $2, 2, 'CANCELLED', operation_id, now() FROM plan WHERE id = $1`,
      [id, before],
    );
    await expect(claim(id)).rejects.toThrow(/order_event_tenant_operation_id_key/);
    expect(await walk.aftermath(engine, id)).toEqual(UNTOUCHED);
    expect(await sql('SELECT state FROM customer_order WHERE id = $1', [order])).toEqual([{ state: 'PAID' }]);
  });

  it('lets the domain refuse for good: nothing is cancelled, and the approvals are used up', async () => {
    const { id, order } = await approvedPlan();
    await sql("UPDATE customer_order SET state = 'SHIPPED' WHERE id = $1", [order]);
    expect(await claim(id)).toBe('FAILED');
    expect(await walk.aftermath(engine, id)).toEqual({
      effects: 0,
      executions: 1,
      plan: 'CONSUMED',
      approvals: ['CONSUMED'],
    });
  });
});

describe('the claim refuses', () => {
  it.each(['REJECTED', 'CANCELLED', 'SUPERSEDED', 'INVALIDATED', 'EXPIRED'])('a plan that is %s', async (state) => {
    const { id } = await approvedPlan();
    await sql('UPDATE plan SET state = $2 WHERE id = $1', [id, state]);
    expect(await claim(id)).toBe(state);
    expect(await walk.aftermath(engine, id)).toEqual({ ...UNTOUCHED, plan: state });
  });

  it('a plan whose last moment passed while the claim waited for it', async () => {
    const { id } = await approvedPlan();
    await sql(
      `UPDATE plan SET decide_by = clock_timestamp(), execute_by = clock_timestamp() + interval '300 milliseconds' WHERE id = $1`,
      [id],
    );
    const other = await otherTransaction(engine.database, 'SELECT FROM plan WHERE id = $1 FOR UPDATE', [id]);
    const waiting = claim(id);
    await other.blocking();
    await new Promise((resolve) => setTimeout(resolve, 350));
    await other.commit();
    expect(await waiting).toBe('EXPIRED');
    expect(await walk.aftermath(engine, id)).toEqual({ ...UNTOUCHED, plan: 'EXPIRED' });
  });

  it('an action other than the one that the plan was stored with', async () => {
    const { id } = await approvedPlan();
    await refused(id, 'DIGEST_MISMATCH', { actionDigest: 'f'.repeat(64) });
    expect((await walk.eventsOf(engine, id)).at(-1)).toEqual({
      type: 'execution.denied',
      body: { code: 'DIGEST_MISMATCH' },
    });
  });

  it('what the service denied, and writes the same denial once', async () => {
    const { id } = await approvedPlan();
    await refused(id, 'FORBIDDEN', { denial: 'FORBIDDEN' });
    await refused(id, 'FORBIDDEN', { denial: 'FORBIDDEN' });
    await refused(id, 'POLICY_DENIED', { denial: 'POLICY_DENIED' });
    const denials = (await walk.eventsOf(engine, id)).filter(({ type }) => type === 'execution.denied');
    expect(denials.map(({ body }) => body['code'])).toEqual(['FORBIDDEN', 'POLICY_DENIED']);
  });

  it('an order in another version', async () => {
    const { id, order } = await approvedPlan();
    await sql('UPDATE customer_order SET version = version + 1 WHERE id = $1', [order]);
    expect(await claim(id)).toBe('STALE_RESOURCE');
    expect(await walk.aftermath(engine, id)).toEqual({ ...UNTOUCHED, plan: 'INVALIDATED' });
  });

  it('an order that somebody is changing at this moment', async () => {
    const { id, order } = await approvedPlan();
    const other = await otherTransaction(
      engine.database,
      'UPDATE customer_order SET version = version + 1 WHERE id = $1',
      [order],
    );
    const waiting = claim(id);
    await other.blocking();
    await other.commit();
    expect(await waiting).toBe('STALE_RESOURCE');
    expect(await walk.aftermath(engine, id)).toEqual({ ...UNTOUCHED, plan: 'INVALIDATED' });
  });

  it('an order on which an earlier action has no known outcome', async () => {
    const { id, order } = await approvedPlan();
    const otherPlan = await walk.planned(engine, sofia, order);
    const doubt = newId();
    await sql(
      `INSERT INTO execution (tenant, id, plan, tool, operation_id, resource_type, resource_id, state, started_at)
       SELECT tenant, $2, id, tool, operation_id, resource_type, resource_id, 'UNKNOWN', now() FROM plan WHERE id = $1`,
      [otherPlan, doubt],
    );
    await refused(id, 'RESOURCE_BUSY');
    await sql("UPDATE execution SET state = 'FAILED' WHERE id = $1", [doubt]);
    expect(await claim(id)).toBe('SUCCEEDED');
  });
});

describe('an outcome', () => {
  /** An execution that was sent somewhere and waits for its answer. */
  async function dispatched(): Promise<{ id: string; execution: string }> {
    const { id } = await approvedPlan();
    const execution = newId();
    expect(await claim(id, { executionId: execution, apply: undefined })).toBe('DISPATCHED');
    return { id, execution };
  }
  const complete = async (execution: string, fence: number, done: object) => {
    const [row] = await engine.database.query<{ outcome: string }>(
      "SELECT complete_execution('acme', $1, $2, $3) AS outcome",
      [execution, fence, JSON.stringify(done)],
    );
    return row?.outcome;
  };

  it('is written once, by whoever holds the fence', async () => {
    const { id, execution } = await dispatched();
    expect(await complete(execution, 2, { outcome: 'FAILED' })).toBe('FENCED');
    expect(await complete(execution, 1, { outcome: 'SUCCEEDED', result: { ok: 'yes' } })).toBe('SUCCEEDED');
    expect(await complete(execution, 1, { outcome: 'FAILED' })).toBe('FENCED');
    expect(await sql('SELECT state, result, lease_until FROM execution WHERE id = $1', [execution])).toEqual([
      { state: 'SUCCEEDED', result: { ok: 'yes' }, lease_until: null },
    ]);
    const outcomes = (await walk.eventsOf(engine, id)).filter(({ type }) => /execution\.(succeeded|failed)/.test(type));
    expect(outcomes).toHaveLength(1);
  });

  it('is not written by a worker whose execution was taken over', async () => {
    const { execution } = await dispatched();
    await sql("UPDATE execution SET fence = 2, state = 'UNKNOWN' WHERE id = $1", [execution]);
    expect(await complete(execution, 1, { outcome: 'SUCCEEDED' })).toBe('FENCED');
    expect(await complete(execution, 2, { outcome: 'SUCCEEDED' })).toBe('FENCED');
  });

  it.each([{}, { outcome: 'UNKNOWN' }, { outcome: 'NOT_FOUND' }, { outcome: null }])(
    'that is none is a fault, not an outcome: %o',
    async (done) => {
      const { execution } = await dispatched();
      await expect(complete(execution, 1, done)).rejects.toThrow('not a definitive outcome');
    },
  );

  it('that is awaited keeps every other action off the object', async () => {
    const { order } = await approvedPlan();
    const other = await walk.planned(engine, sofia, order);
    await walk.approved(engine, other, sam);
    expect(await claim(other, { apply: undefined })).toBe('DISPATCHED');
    const [mine] = await engine.database.query<{ id: string }>(
      "SELECT id FROM plan WHERE resource_id = $1 AND requester_human = 'erin'",
      [order],
    );
    expect(await claim(mine?.id ?? '')).toBe('RESOURCE_BUSY');
  });
});
