import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../support/database.js';
import { emptyDatabase, freshOrders, newOperation, type RunningService, startService } from './running-service.js';

let database: TestDatabase;
let service: RunningService;
const freshOrder = freshOrders();
beforeAll(async () => {
  database = await emptyDatabase();
  service = await startService(database, { ADAPTER_CLASS: 'C' });
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

const status = (operation: string) => service.call('GET', `/operations/${operation}`);
const abort = (operation: string) => service.call('POST', `/operations/${operation}/abort`);

/** Makes a decided operation look older than it is. */
async function age(operation: string, interval: string): Promise<void> {
  const sql = 'UPDATE order_service.operation SET decided_at = decided_at - $2::interval WHERE operation_id = $1';
  await database.query(sql, [operation, interval]);
}

describe('as class C', () => {
  beforeAll(() => service.behaveAs('C'));

  it('does what it is asked as often as it is asked', async () => {
    const [orderId, operation] = [freshOrder(), newOperation()];
    const first = await service.cancel(orderId, operation);
    const second = await service.cancel(orderId, operation);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers['idempotent-replayed']).toBeUndefined();
    expect(Number(second.body['version'])).toBe(Number(first.body['version']) + 1);
    expect(await service.effectsOf(operation)).toHaveLength(2);
  });

  it('takes no notice of a version', async () => {
    expect((await service.cancel(freshOrder(), newOperation(), '"777"')).status).toBe(200);
  });

  it('neither tells what became of an operation nor aborts one', async () => {
    const operation = newOperation();
    expect(await status(operation)).toMatchObject({ status: 501, body: { code: 'NOT_OFFERED' } });
    expect(await abort(operation)).toMatchObject({ status: 501, body: { code: 'NOT_OFFERED' } });
    expect((await service.cancel(freshOrder(), operation)).status).toBe(200);
  });
});

describe('as class A', () => {
  beforeAll(() => service.behaveAs('A'));

  it('answers an operation again without doing it again', async () => {
    const [orderId, operation] = [freshOrder(), newOperation()];
    const first = await service.cancel(orderId, operation);
    const second = await service.cancel(orderId, operation);
    expect(second).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    expect(await service.effectsOf(operation)).toHaveLength(1);
  });

  it('refuses an operation id that belongs to another request', async () => {
    const [orderId, operation] = [freshOrder(), newOperation()];
    await service.cancel(orderId, operation);
    expect(await service.cancel(freshOrder(), operation)).toMatchObject({ status: 422, body: { code: 'KEY_REUSE' } });
    const otherReason = await service.call('POST', `/orders/${orderId}/cancel`, {
      headers: { 'idempotency-key': operation },
      body: { reason: 'Another reason.' },
    });
    expect(otherReason.status).toBe(422);
    expect(await service.effectsOf(operation)).toHaveLength(1);
  });

  it('forgets an operation after its window, and then does it again', async () => {
    await service.behaveAs('A', { dedupWindowMs: 60_000 });
    const [orderId, operation] = [freshOrder(), newOperation()];
    await service.cancel(orderId, operation);
    await age(operation, '50 seconds');
    expect((await service.cancel(orderId, operation)).headers['idempotent-replayed']).toBe('true');
    await age(operation, '11 seconds');
    expect((await service.cancel(orderId, operation)).headers['idempotent-replayed']).toBeUndefined();
    expect(await service.effectsOf(operation)).toHaveLength(2);
    // Done anew, it is remembered anew.
    expect((await service.cancel(orderId, operation)).headers['idempotent-replayed']).toBe('true');
  });

  it('has neither a status query nor abort-or-get', async () => {
    const operation = newOperation();
    expect([(await status(operation)).status, (await abort(operation)).status]).toEqual([501, 501]);
  });
});

describe('as class B', () => {
  beforeAll(() => service.behaveAs('B'));

  it('aborts what was not applied, for ever', async () => {
    const [orderId, operation] = [freshOrder(), newOperation()];
    expect(await abort(operation)).toMatchObject({ status: 200, body: { operationId: operation, state: 'ABORTED' } });
    const late = await service.cancel(orderId, operation);
    expect(late).toMatchObject({ status: 409, body: { code: 'OPERATION_ABORTED' } });
    expect(await abort(operation)).toMatchObject({ body: { state: 'ABORTED' } });
    expect(await service.effectsOf(operation)).toEqual([]);
    expect((await service.call('GET', `/orders/${orderId}`)).body['state']).not.toBe('CANCELLED');
  });

  it('answers what was applied with its result', async () => {
    const operation = newOperation();
    const { body } = await service.cancel(freshOrder(), operation);
    const asked = { operationId: operation, state: 'APPLIED', result: body };
    expect((await abort(operation)).body).toEqual(asked);
    expect((await abort(operation)).body).toEqual(asked);
    expect(await service.effectsOf(operation)).toHaveLength(1);
  });

  it('keeps what it said when abort-or-get is switched off, or dedup on', async () => {
    const operation = newOperation();
    await abort(operation);
    for (const other of ['A', 'B-', 'C'] as const) {
      await service.behaveAs(other);
      expect((await service.cancel(freshOrder(), operation)).status).toBe(409);
    }
    await service.behaveAs('B');
  });

  it('has no status query, and does not deduplicate', async () => {
    const [orderId, operation] = [freshOrder(), newOperation()];
    await service.cancel(orderId, operation);
    await service.cancel(orderId, operation);
    expect(await service.effectsOf(operation)).toHaveLength(2);
    expect((await status(operation)).status).toBe(501);
  });

  it('does a thing once under a version when writes are conditional', async () => {
    await service.behaveAs('B', { conditionalWrites: true });
    const [orderId, operation] = [freshOrder(), newOperation()];
    const tag = (await service.call('GET', `/orders/${orderId}`)).headers.etag;
    expect((await service.cancel(orderId, operation, tag)).status).toBe(200);
    expect((await service.cancel(orderId, operation, tag)).status).toBe(412);
    expect(
      (await service.cancel(orderId, newOperation(), (await service.call('GET', `/orders/${orderId}`)).headers.etag))
        .status,
    ).toBe(409);
    expect(await service.effectsOf(operation)).toHaveLength(1);
    await service.behaveAs('B');
  });

  it.each(['with/slash', 'short', 'x'.repeat(129)])('decides nothing for the operation id %s', async (id) => {
    expect([400, 404]).toContain((await abort(id)).status);
  });
});

describe('as class B-', () => {
  beforeAll(() => service.behaveAs('B-'));

  it('tells what was applied, and of all else that it knows nothing', async () => {
    const operation = newOperation();
    expect(await status(operation)).toMatchObject({
      status: 404,
      body: { code: 'OPERATION_UNKNOWN', state: 'UNKNOWN' },
    });
    const { body } = await service.cancel(freshOrder(), operation);
    expect(await status(operation)).toMatchObject({ status: 200, body: { state: 'APPLIED', result: body } });
  });

  it('says UNKNOWN, which is not final: what was on its way is applied afterwards', async () => {
    const operation = newOperation();
    await service.order({ kind: 'apply-late', ms: 1_500, answer: 'gateway-timeout', operationId: operation });
    expect((await service.cancel(freshOrder(), operation)).status).toBe(504);
    expect((await status(operation)).status).toBe(404);
    await expect.poll(async () => (await status(operation)).body['state'], { timeout: 5_000 }).toBe('APPLIED');
  });

  it('has neither abort-or-get nor dedup', async () => {
    const [orderId, operation] = [freshOrder(), newOperation()];
    expect((await abort(operation)).status).toBe(501);
    await service.cancel(orderId, operation);
    await service.cancel(orderId, operation);
    expect(await service.effectsOf(operation)).toHaveLength(2);
  });
});

describe('the switches', () => {
  it('change what is mentioned and leave the rest', async () => {
    await service.control('PUT', '/control', { class: 'C' });
    await service.control('PUT', '/control', { statusQuery: true });
    const after = await service.control('PUT', '/control', { dedup: true, dedupWindowMs: 5_000 });
    const expected = {
      dedup: true,
      dedupWindowMs: 5_000,
      abortOrGet: false,
      conditionalWrites: false,
      statusQuery: true,
    };
    expect(after).toMatchObject({ status: 200, body: expected });
    expect((await service.control('GET', '/control')).body).toEqual(expected);
  });

  it.each([
    { class: 'D' },
    { dedup: 'yes' },
    { dedupWindowMs: 0 },
    { dedupWindowMs: 1.5 },
    { abortOrGet: null },
    { abort: true },
  ])('are left alone by %j', async (body) => {
    const before = (await service.control('GET', '/control')).body;
    expect((await service.control('PUT', '/control', body)).status).toBe(400);
    expect((await service.control('GET', '/control')).body).toEqual(before);
  });
});
