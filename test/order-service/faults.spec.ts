import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../support/database.js';
import {
  emptyDatabase,
  freshOrders,
  newOperation,
  type RunningService,
  SERVICE_TOKEN,
  startService,
} from './running-service.js';

// Node's client says ECONNRESET of both; the words differ.
const RST = { code: 'ECONNRESET', syscall: 'read' };
const FIN = { code: 'ECONNRESET', message: 'socket hang up' };
const HUNG_UP = { name: 'AbortError' };

let database: TestDatabase;
let service: RunningService;
const freshOrder = freshOrders();
beforeAll(async () => {
  database = await emptyDatabase();
  service = await startService(database, { ADAPTER_CLASS: 'C' });
});
beforeEach(() => service.behaveAs('C'));
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

async function effects(operation: string): Promise<number> {
  return (await service.effectsOf(operation)).length;
}

async function health(): Promise<Record<string, unknown>> {
  return (await service.control('GET', '/control/health')).body;
}

/** How many faults still wait for a request. */
async function pendingFaults(): Promise<number> {
  return ((await service.control('GET', '/control/faults')).body['faults'] as unknown[]).length;
}

/** Waits until nothing is under way, so that an effect that is absent stays absent. */
async function quiet(): Promise<void> {
  await expect.poll(health, { timeout: 5_000 }).toMatchObject({ inFlight: 0, late: 0 });
}

describe('slow', () => {
  it('answers after the time, having applied only then', async () => {
    const operation = newOperation();
    await service.order({ kind: 'slow', ms: 1_000, operationId: operation });
    const begun = Date.now();
    const answer = service.cancel(freshOrder(), operation);
    await expect.poll(health).toMatchObject({ inFlight: 1 });
    expect(await effects(operation)).toBe(0);
    expect((await answer).status).toBe(200);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
    expect(await effects(operation)).toBe(1);
  });

  it('applies although the caller has hung up meanwhile', async () => {
    const operation = newOperation();
    const caller = new AbortController();
    await service.order({ kind: 'slow', ms: 1_000, operationId: operation });
    const call = service
      .cancel(freshOrder(), operation, undefined, { signal: caller.signal })
      .catch((error: unknown) => error);
    await expect.poll(health).toMatchObject({ inFlight: 1 });
    caller.abort();
    expect(await call).toMatchObject(HUNG_UP);
    expect(await effects(operation)).toBe(0);
    await quiet();
    expect(await effects(operation)).toBe(1);
  });
});

describe('drop-answer', () => {
  it('leaves an effect though the caller saw a reset', async () => {
    const operation = newOperation();
    await service.order({ kind: 'drop-answer', operationId: operation });
    await expect(service.cancel(freshOrder(), operation)).rejects.toMatchObject(RST);
    expect(await effects(operation)).toBe(1);
  });

  it('befalls an abort too: it holds though nobody was told', async () => {
    await service.behaveAs('B');
    const operation = newOperation();
    await service.order({ kind: 'drop-answer', path: '/operations/*/abort' });
    await expect(service.call('POST', `/operations/${operation}/abort`)).rejects.toMatchObject(RST);
    expect((await service.cancel(freshOrder(), operation)).status).toBe(409);
  });
});

describe('fail-after and fail-before', () => {
  it('answer the same 500, once with an effect and once without', async () => {
    const [after, before] = [newOperation(), newOperation()];
    await service.order({ kind: 'fail-after', operationId: after });
    await service.order({ kind: 'fail-before', operationId: before });
    const [one, other] = [await service.cancel(freshOrder(), after), await service.cancel(freshOrder(), before)];
    expect([one.status, other.status]).toEqual([500, 500]);
    // Nothing in the answer tells which of the two it was.
    expect(one.body).toEqual(other.body);
    await quiet();
    expect([await effects(after), await effects(before)]).toEqual([1, 0]);
  });
});

describe('apply-late', () => {
  it('closes now and applies after the time', async () => {
    const operation = newOperation();
    await service.order({ kind: 'apply-late', ms: 1_500, operationId: operation });
    const begun = Date.now();
    await expect(service.cancel(freshOrder(), operation)).rejects.toMatchObject(FIN);
    expect(await effects(operation)).toBe(0);
    expect(await health()).toMatchObject({ late: 1 });
    await quiet();
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_490);
    expect(await effects(operation)).toBe(1);
  });

  it('can answer that a gateway gave up', async () => {
    const operation = newOperation();
    await service.order({ kind: 'apply-late', ms: 1_500, answer: 'gateway-timeout', operationId: operation });
    expect((await service.cancel(freshOrder(), operation)).status).toBe(504);
    expect(await effects(operation)).toBe(0);
    await quiet();
    expect(await effects(operation)).toBe(1);
  });

  it('applies also when the process that asked was killed', async () => {
    const operation = newOperation();
    await service.order({ kind: 'apply-late', ms: 2_000, operationId: operation });
    const caller = spawn(process.execPath, ['-e', CALLER, `${service.url}/orders/${freshOrder()}/cancel`, operation], {
      env: { PATH: process.env['PATH'], SERVICE_TOKEN },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(caller.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('closed');
    caller.kill('SIGKILL');
    await once(caller, 'exit');
    expect(await effects(operation)).toBe(0);
    await quiet();
    expect(await effects(operation)).toBe(1);
  });

  it('is refused when an abort was faster, and so is a caller who still asks', async () => {
    await service.behaveAs('B');
    const [orderId, operation] = [freshOrder(), newOperation()];
    await service.order({ kind: 'apply-late', ms: 1_500, operationId: operation });
    await expect(service.cancel(orderId, operation)).rejects.toMatchObject(FIN);
    const abort = await service.call('POST', `/operations/${operation}/abort`);
    expect(abort).toMatchObject({ status: 200, body: { state: 'ABORTED' } });
    await quiet();
    expect(await effects(operation)).toBe(0);
    expect((await service.call('GET', `/orders/${orderId}`)).body['state']).not.toBe('CANCELLED');
    expect((await service.cancel(orderId, operation)).status).toBe(409);
  });

  it('is not repeated when the same operation was applied before, where that is deduplicated', async () => {
    await service.behaveAs('A');
    const [orderId, operation] = [freshOrder(), newOperation()];
    await service.order({ kind: 'apply-late', ms: 1_500, operationId: operation });
    await expect(service.cancel(orderId, operation)).rejects.toMatchObject(FIN);
    expect((await service.cancel(orderId, operation)).status).toBe(200);
    await quiet();
    expect(await effects(operation)).toBe(1);
  });
});

describe('close-unapplied', () => {
  it('closes a kept-alive socket that was good before, and applies nothing', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [orderId, operation] = [freshOrder(), newOperation()];
    expect((await service.call('GET', `/orders/${orderId}`, { agent })).status).toBe(200);
    await service.order({ kind: 'close-unapplied', operationId: operation });
    const lost = service.cancel(orderId, operation, undefined, { agent });
    // The mark of the keep-alive race: what a client may be tempted to send again by itself.
    await expect(lost).rejects.toMatchObject(FIN);
    await quiet();
    expect(await effects(operation)).toBe(0);
    agent.destroy();
  });
});

describe('apply-twice', () => {
  it('makes two effects and one answer where nothing stops it', async () => {
    const operation = newOperation();
    await service.order({ kind: 'apply-twice', operationId: operation });
    const { status, body } = await service.cancel(freshOrder(), operation);
    expect(status).toBe(200);
    expect(body['state']).toBe('CANCELLED');
    expect(await effects(operation)).toBe(2);
  });

  it('makes one where it deduplicates', async () => {
    await service.behaveAs('A');
    const operation = newOperation();
    await service.order({ kind: 'apply-twice', operationId: operation });
    expect((await service.cancel(freshOrder(), operation)).status).toBe(200);
    expect(await effects(operation)).toBe(1);
  });
});

describe('hang', () => {
  it('never answers: before applying, or after', async () => {
    const [before, after] = [newOperation(), newOperation()];
    const caller = new AbortController();
    await service.order({ kind: 'hang-before', operationId: before });
    await service.order({ kind: 'hang-after', operationId: after });
    const calls = [before, after].map((operation) =>
      service.cancel(freshOrder(), operation, undefined, { signal: caller.signal }).catch((error: unknown) => error),
    );
    await expect.poll(pendingFaults).toBe(0);
    await quiet();
    await sleep(200);
    caller.abort();
    for (const call of calls) expect(await call).toMatchObject(HUNG_UP);
    expect([await effects(before), await effects(after)]).toEqual([0, 1]);
  });
});

describe('go-away', () => {
  it('cuts everyone off, refuses connections, and is back under the same port', async () => {
    const [orderId, operation] = [freshOrder(), newOperation()];
    await service.order({ kind: 'hang-before', path: `/orders/${orderId}` });
    const bystander = service.call('GET', `/orders/${orderId}`).catch((error: unknown) => error);
    await expect.poll(pendingFaults).toBe(0);
    await service.order({ kind: 'go-away', ms: 1_500, operationId: operation });
    await expect(service.cancel(orderId, operation)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await bystander).toMatchObject({ code: 'ECONNRESET' });
    await expect(service.call('GET', `/orders/${orderId}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await health()).toMatchObject({ away: true });
    await expect.poll(health, { timeout: 5_000 }).toMatchObject({ away: false });
    expect((await service.call('GET', `/orders/${orderId}`)).status).toBe(200);
    expect(await effects(operation)).toBe(0);
  });

  it('goes away at once over the control port, as long as was asked last, while work that has begun goes on', async () => {
    const operation = newOperation();
    await service.order({ kind: 'slow', ms: 1_000, operationId: operation });
    const cutOff = service.cancel(freshOrder(), operation).catch((error: unknown) => error);
    await expect.poll(health).toMatchObject({ inFlight: 1 });
    const begun = Date.now();
    for (const ms of [200, 60_000, 800]) await service.control('POST', '/control/away', { ms });
    expect(await cutOff).toMatchObject({ code: 'ECONNRESET' });
    await expect.poll(health, { timeout: 5_000 }).toMatchObject({ away: false, inFlight: 0 });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(790);
    expect(await effects(operation)).toBe(1);
    expect((await service.call('GET', '/orders/A-100042')).status).toBe(200);
  });
});

// Sends one cancellation, says how the connection ended, and stays.
const CALLER = `
  const [url, operation] = process.argv.slice(1);
  const headers = { authorization: 'Bearer ' + process.env.SERVICE_TOKEN, 'idempotency-key': operation };
  const request = require('node:http').request(url, { method: 'POST', headers, agent: false });
  request.on('error', () => process.stdout.write('closed'));
  request.end('{"reason":"ordered twice"}');
  setInterval(() => undefined, 1000);
`;
