import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ActionView } from '../../src/runtime/action-view.js';
import { type Engine, startEngine } from '../support/engine.js';
import { CLIENTS, type McpClient } from '../support/mcp-clients.js';

const REASON = 'The customer ordered twice.';

let engine: Engine;
const open: McpClient[] = [];

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(() => engine.stop());

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

async function connect(kind: string, person: string): Promise<McpClient> {
  const make = CLIENTS[kind];
  if (make === undefined) throw new Error(`no client ${kind}`);
  const client = await make(`${engine.url}/mcp`, await engine.tokenFor(person, 'order-assistant'));
  open.push(client);
  return client;
}

async function effects(orderId: string): Promise<number | undefined> {
  const rows = await engine.database.query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM order_event WHERE order_id = $1',
    [orderId],
  );
  return rows[0]?.n;
}

/** Asks for the status, waiting on the server's side, until the action is in that state. */
async function until(client: McpClient, planId: string, status: string) {
  for (let asked = 0; asked < 20; asked += 1) {
    const outcome = await client.call('actions_status_v1', { planId, waitMs: 2_000 });
    if (outcome.isError || outcome.structured?.['status'] === status) return outcome;
  }
  throw new Error(`action ${planId} is not ${status}`);
}

describe.each(Object.keys(CLIENTS))('%s', (kind) => {
  it('lists, reads, asks, waits for a person, and gets the result of the one execution', async () => {
    const client = await connect(kind, 'erin');
    const { id: orderId, version } = await engine.order();

    expect((await client.tools()).map(({ name }) => name).sort()).toEqual([
      'actions_cancel_v1',
      'actions_execute_v1',
      'actions_list_v1',
      'actions_status_v1',
      'orders_cancel_v1',
      'orders_get_v1',
    ]);

    const read = await client.call('orders_get_v1', { orderId });
    expect(read.structured).toMatchObject({ orderId, version, state: 'PAID' });
    expect(read.text).toEqual(read.structured);

    const request = { orderId, reason: REASON, expectedVersion: version };
    const asked = await client.call('orders_cancel_v1', request);
    const planId = String(asked.structured?.['planId']);
    expect(asked).toMatchObject({
      isError: false,
      structured: {
        status: 'APPROVAL_REQUIRED',
        required: 1,
        approvals: 0,
        approvalUrl: `${engine.url}/console/d/${planId}`,
        actionDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
        summary: expect.stringContaining(orderId),
        next: 'actions_status_v1',
      },
    });
    expect(asked.text).toEqual(asked.structured);

    const again = await client.call('orders_cancel_v1', request);
    expect(again.structured?.['planId']).toBe(planId);
    const waiting = await client.call('actions_status_v1', { planId });
    expect(waiting.structured).toMatchObject({ status: 'APPROVAL_REQUIRED', planId });
    const listed = await client.call('actions_list_v1', { limit: 50 });
    expect(listed.structured?.['actions']).toContainEqual(
      expect.objectContaining({ planId, tool: 'orders.cancel.v1' }),
    );
    expect(await effects(orderId)).toBe(0);

    expect((await engine.decide('sam', planId)).status).toBe(200);
    const done = await until(client, planId, 'SUCCEEDED');
    expect(done.structured).toMatchObject({ status: 'SUCCEEDED', planId, result: { orderId, state: 'CANCELLED' } });

    const repeated = await client.call('orders_cancel_v1', request);
    expect(repeated.structured).toEqual(done.structured?.['result']);
    expect(await effects(orderId)).toBe(1);
  });

  it('is told that a person said no, and gets the same again for the same call', async () => {
    const client = await connect(kind, 'erin');
    const { id: orderId } = await engine.order();
    const asked = await client.call('orders_cancel_v1', { orderId, reason: REASON });
    const planId = String(asked.structured?.['planId']);
    await engine.decide('sam', planId, 'REJECT', 'The customer called: keep it.');

    const status = await client.call('actions_status_v1', { planId });
    const again = await client.call('orders_cancel_v1', { orderId, reason: REASON });

    expect(status).toMatchObject({ isError: true, structured: undefined });
    expect(status.text).toMatchObject({ code: 'REJECTED', retryable: false, details: { planId } });
    expect(again.text).toMatchObject({ code: 'REJECTED', details: { planId } });
    expect(await effects(orderId)).toBe(0);
  });

  it('withdraws what it asked for, after which nobody can approve it', async () => {
    const client = await connect(kind, 'erin');
    const { id: orderId } = await engine.order();
    const asked = await client.call('orders_cancel_v1', { orderId, reason: REASON });
    const planId = String(asked.structured?.['planId']);

    const withdrawn = await client.call('actions_cancel_v1', { planId, reason: 'Wrong order.' });
    const twice = await client.call('actions_cancel_v1', { planId });
    const late = await engine.decide('sam', planId);

    expect(withdrawn.structured).toMatchObject({ status: 'CANCELLED', planId });
    expect(twice.structured).toMatchObject({ status: 'CANCELLED', planId });
    expect(late.status).toBe(409);
    expect(await effects(orderId)).toBe(0);
  });
});

describe('an agent that waits', () => {
  it('is answered as soon as somebody decides, long before its time is over', async () => {
    const client = await connect('the v2 SDK on 2026-07-28', 'erin');
    const { id: orderId } = await engine.order({ size: 'large' });
    const asked = await client.call('orders_cancel_v1', { orderId, reason: REASON });
    const planId = String(asked.structured?.['planId']);
    expect(asked.structured).toMatchObject({ required: 2 });

    const since = Date.now();
    const answer = client.call('actions_status_v1', { planId, waitMs: 20_000 });
    await engine.decide('sam', planId);
    const { structured } = await answer;

    expect(structured).toMatchObject({ status: 'APPROVAL_REQUIRED', approvals: 1 });
    expect(Date.now() - since).toBeLessThan(10_000);
  });

  it('may not be the one who approves, nor execute before enough people have', async () => {
    const client = await connect('the v2 SDK on 2026-07-28', 'sam');
    const { id: orderId } = await engine.order();
    const asked = await client.call('orders_cancel_v1', { orderId, reason: REASON });
    const planId = String(asked.structured?.['planId']);

    const own = await engine.decide('sam', planId);
    const early = await client.call('actions_execute_v1', { planId });

    expect(own.status).toBe(403);
    expect(early.isError).toBe(true);
    expect(early.text).toMatchObject({ code: 'APPROVAL_REQUIRED', details: { planId, approvals: 0, required: 1 } });
    expect(await effects(orderId)).toBe(0);
  });

  it('acts for its person: the plan names both, and the run that it gave', async () => {
    const client = await connect('the v1 SDK', 'erin');
    const { id: orderId } = await engine.order();
    const asked = await client.call('orders_cancel_v1', { orderId, reason: REASON }, { 'countersign/run': 'run-7' });
    const planId = String(asked.structured?.['planId']);
    const { body } = await engine.rest('erin', 'GET', `/v1/actions/${planId}`);
    const view = body as unknown as ActionView;

    expect(view).toMatchObject({ requester: { sub: 'erin' }, actors: ['order-assistant'], run: 'run-7' });
  });
});

describe('an idempotency key', () => {
  it.each(Object.keys(CLIENTS))('binds to its first request and to nothing else (%s)', async (kind) => {
    const client = await connect(kind, 'erin');
    const [one, other] = [await engine.order(), await engine.order()];
    const key = { 'countersign/idempotencyKey': `key of ${kind}` };

    const first = await client.call('orders_cancel_v1', { orderId: one.id, reason: REASON }, key);
    const again = await client.call('orders_cancel_v1', { orderId: one.id, reason: REASON }, key);
    const reused = await client.call('orders_cancel_v1', { orderId: other.id, reason: REASON }, key);
    const bad = await client.call(
      'orders_cancel_v1',
      { orderId: other.id, reason: REASON },
      { ...key, 'countersign/run': '' },
    );

    expect(first.structured).toMatchObject({ status: 'APPROVAL_REQUIRED' });
    expect(again.structured?.['planId']).toBe(first.structured?.['planId']);
    expect(reused.text).toMatchObject({ code: 'KEY_REUSE', retryable: false });
    expect(bad.text).toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });
});
