import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../support/database.js';
import {
  CONTROL_TOKEN,
  emptyDatabase,
  freshOrders,
  newOperation,
  type RunningService,
  SERVICE_TOKEN,
  send,
  startService,
} from './running-service.js';

let database: TestDatabase;
let service: RunningService;
const freshOrder = freshOrders();
beforeAll(async () => {
  database = await emptyDatabase();
  service = await startService(database);
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

async function versionOf(orderId: string): Promise<string> {
  return String((await service.call('GET', `/orders/${orderId}`)).body['version']);
}

describe('an order', () => {
  it('is read with its version as entity tag', async () => {
    const { status, headers, body } = await service.call('GET', '/orders/A-100042');
    expect(status).toBe(200);
    expect(body).toMatchObject({ orderId: 'A-100042', state: expect.stringMatching(/^(NEW|PAID|PACKED)$/) });
    expect(headers.etag).toBe(`"${String(body['version'])}"`);
  });

  it('that does not exist is not found', async () => {
    expect(await service.call('GET', '/orders/A-999999')).toMatchObject({
      status: 404,
      body: { code: 'ORDER_NOT_FOUND' },
    });
  });

  it('is cancelled in the version that was expected, which rises', async () => {
    const orderId = freshOrder();
    const version = await versionOf(orderId);
    const { status, headers, body } = await service.cancel(orderId, newOperation(), `"${version}"`);
    expect(status).toBe(200);
    expect(body).toEqual({
      orderId,
      state: 'CANCELLED',
      version: String(Number(version) + 1),
      cancelledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(headers.etag).toBe(`"${Number(version) + 1}"`);
    const order = await service.call('GET', `/orders/${orderId}`);
    expect(order.body).toMatchObject({ state: 'CANCELLED', cancelReason: 'The customer ordered twice.' });
  });

  it('that is shipped is not cancelled, and its operation is not decided', async () => {
    const operation = newOperation();
    const refused = await service.cancel('A-100018', operation, `"${await versionOf('A-100018')}"`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'NOT_CANCELLABLE' } });
    expect(await service.call('GET', `/operations/${operation}`)).toMatchObject({
      status: 404,
      body: { state: 'UNKNOWN' },
    });
    expect(await service.effectsOf(operation)).toEqual([]);
  });

  it('is not cancelled in another version, or in none', async () => {
    const orderId = freshOrder();
    const version = await versionOf(orderId);
    const stale = await service.cancel(orderId, newOperation(), `"${Number(version) + 1}"`);
    expect(stale).toMatchObject({ status: 412, body: { code: 'VERSION_CONFLICT' }, headers: { etag: `"${version}"` } });
    expect((await service.cancel(orderId, newOperation())).status).toBe(428);
    // `*` fits every version (RFC 9110 §13.1.1): the write would not be conditional.
    for (const tag of ['*', version, `W/"${version}"`, `"${version}", "99"`]) {
      expect((await service.cancel(orderId, newOperation(), tag)).status).toBe(400);
    }
    expect(await versionOf(orderId)).toBe(version);
  });

  it.each([
    ['an operation id', { headers: { 'if-match': '"1"' }, body: { reason: 'ordered twice' } }],
    [
      'a usable operation id',
      { headers: { 'if-match': '"1"', 'idempotency-key': 'a b' }, body: { reason: 'ordered twice' } },
    ],
    ['a reason', { headers: { 'if-match': '"1"', 'idempotency-key': 'operation-1' }, body: {} }],
    [
      'a body with a reason alone',
      {
        headers: { 'if-match': '"1"', 'idempotency-key': 'operation-1' },
        body: { reason: 'ordered twice', force: true },
      },
    ],
    ['an object', { headers: { 'if-match': '"1"', 'idempotency-key': 'operation-1' }, body: ['ordered twice'] }],
  ])('is not cancelled without %s', async (_, request) => {
    const orderId = freshOrder();
    const refused = await service.call('POST', `/orders/${orderId}/cancel`, request);
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('takes an operation id that is written as a structured string for the same as a bare one', async () => {
    const orderId = freshOrder();
    const tag = `"${await versionOf(orderId)}"`;
    const operation = newOperation();
    await service.cancel(orderId, operation, tag);
    const again = await service.cancel(orderId, `"${operation}"`, tag);
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
  });

  it('is not cancelled by a body of more than 16 KiB', async () => {
    const headers = { 'if-match': '"1"', 'idempotency-key': newOperation() };
    const refused = await service.call('POST', `/orders/${freshOrder()}/cancel`, {
      headers,
      body: { reason: 'x'.repeat(20_000) },
    });
    expect(refused.status).toBe(413);
  });
});

describe('the credential', () => {
  it('is asked for on every business address', async () => {
    for (const [method, path] of [
      ['GET', '/orders/A-100042'],
      ['POST', '/orders/A-100042/cancel'],
      ['GET', '/operations/operation-1'],
      ['POST', '/operations/operation-1/abort'],
      ['GET', '/nothing'],
    ] as const) {
      for (const token of [undefined, 'wrong', `${SERVICE_TOKEN}x`, CONTROL_TOKEN]) {
        const refused = await send(service.url + path, token, method);
        expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      }
    }
  });

  it('of the business API does not open the control port', async () => {
    for (const token of [undefined, SERVICE_TOKEN]) {
      expect((await send(`${service.controlUrl}/control/health`, token, 'GET')).status).toBe(401);
      expect((await send(`${service.controlUrl}/control`, token, 'PUT', { body: { dedup: false } })).status).toBe(401);
    }
    expect((await service.control('GET', '/control')).body).toMatchObject({ dedup: true });
  });

  it('does not use up a fault when it is wrong', async () => {
    await service.order({ kind: 'fail-before', path: '/orders/A-100050' });
    expect((await send(`${service.url}/orders/A-100050`, 'wrong', 'GET')).status).toBe(401);
    expect((await service.call('GET', '/orders/A-100050')).status).toBe(500);
    expect((await service.call('GET', '/orders/A-100050')).status).toBe(200);
  });
});

it('listens on 127.0.0.1 and on no other address', async () => {
  // 127.0.0.2 is this machine too; a socket bound to all addresses would answer there.
  for (const url of [service.url, service.controlUrl]) {
    await expect(send(url.replace('127.0.0.1', '127.0.0.2'), SERVICE_TOKEN, 'GET')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  }
});
