import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, startEngine } from '../support/engine.js';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const effects = async (orderId: string) => {
  const rows = await engine.database.query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM order_event WHERE order_id = $1',
    [orderId],
  );
  return rows[0]?.n;
};

describe('an agent asks, supervisors sign, the order is cancelled once', () => {
  it('needs one signature below the threshold, and the repeated call gives the first result', async () => {
    const { id: orderId } = await engine.order();
    const args = { orderId, reason: 'the customer ordered twice' };
    const asked = await engine.call('erin', 'orders.cancel.v1', args);
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ state: 'PENDING', required: 1, approvals: 0, actors: ['order-assistant'] });
    expect(asked.headers.get('location')).toBe(`/v1/actions/${asked.body['id']}`);
    expect(asked.headers.get('retry-after')).toBe('3');

    const again = await engine.call('erin', 'orders.cancel.v1', args);
    expect(again.body['id']).toBe(asked.body['id']);

    const id = String(asked.body['id']);
    expect((await engine.decide('sam', id)).status).toBe(200);
    const done = await engine.settled('erin', id, 'SUCCEEDED');
    expect(done.execution?.result).toMatchObject({ orderId, state: 'CANCELLED' });
    expect(done.chainVerified).toBe(true);
    expect(done.timeline.map((entry) => entry.type)).toEqual([
      'plan.created',
      'decision.approved',
      'execution.claimed',
      'execution.succeeded',
    ]);
    expect(done.timeline.map((entry) => entry.actor?.name)).toEqual(['Erin Walsh', 'Sam Okafor', undefined, undefined]);

    const repeated = await engine.call('erin', 'orders.cancel.v1', args);
    expect(repeated.status).toBe(200);
    expect(repeated.body).toMatchObject({ status: 'SUCCEEDED', result: done.execution?.result });
    expect(await effects(orderId)).toBe(1);
  });

  it('needs two different supervisors at and above the threshold', async () => {
    const { id: orderId } = await engine.order({ size: 'large' });
    const asked = await engine.call('erin', 'orders.cancel.v1', { orderId, reason: 'credit limit exceeded' });
    const id = String(asked.body['id']);
    expect(asked.body).toMatchObject({ required: 2, rule: { rule: 'large-order' } });

    await engine.decide('sam', id);
    const half = await engine.rest('erin', 'GET', `/v1/actions/${id}`);
    expect(half.body).toMatchObject({ state: 'PENDING', approvals: 1 });
    expect(await effects(orderId)).toBe(0);

    await engine.decide('sofia', id);
    await engine.settled('erin', id, 'SUCCEEDED');
    expect(await effects(orderId)).toBe(1);
    const consumed = await engine.database.query<{ n: number }>(
      "SELECT count(*)::integer AS n FROM approval WHERE plan = $1 AND state = 'CONSUMED'",
      [id],
    );
    expect(consumed[0]?.n).toBe(2);
  });

  it('masks what the contract masks', async () => {
    const { id: orderId } = await engine.order();
    const read = await engine.call('erin', 'orders.get.v1', { orderId });
    expect(read.status).toBe(200);
    const result = read.body['result'] as Record<string, string>;
    expect(result['customerPhone']).toMatch(/^\*{4}\d{0,2}$/);
    expect(result['customerEmail']).toContain('****@');
  });
});
