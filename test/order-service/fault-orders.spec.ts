import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../support/database.js';
import { emptyDatabase, newOperation, type RunningService, startService } from './running-service.js';

let database: TestDatabase;
let service: RunningService;
beforeAll(async () => {
  database = await emptyDatabase();
  service = await startService(database, { SEED: 'seven' });
});
afterEach(() => service.control('DELETE', '/control/faults'));
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

const read = async (orderId: string, of = service) => (await of.call('GET', `/orders/${orderId}`)).status;
const board = async () => (await service.control('GET', '/control/faults')).body;

describe('a fault for the next requests', () => {
  it('strikes so many and is over', async () => {
    await service.order({ kind: 'fail-before', next: 2 });
    expect([await read('A-100001'), await read('A-100002'), await read('A-100003')]).toEqual([500, 500, 200]);
    expect(await board()).toMatchObject({ faults: [] });
  });

  it('strikes one when no number is given', async () => {
    await service.order({ kind: 'fail-before' });
    expect([await read('A-100001'), await read('A-100001')]).toEqual([500, 200]);
  });

  it('strikes as many as it says of requests that come all at once', async () => {
    await service.order({ kind: 'fail-before', next: 5 });
    const seen = await Promise.all(Array.from({ length: 20 }, () => read('A-100001')));
    expect(seen.filter((status) => status === 500)).toHaveLength(5);
  });

  it('befalls only the operation, path and method that it names', async () => {
    const operation = newOperation();
    await service.order({ kind: 'fail-before', operationId: operation });
    await service.order({ kind: 'fail-before', path: '/orders/A-10000*' });
    await service.order({ kind: 'fail-before', method: 'POST', path: '/operations/*' });
    expect([await read('A-100011'), await read('A-100005')]).toEqual([200, 500]);
    expect((await service.call('GET', `/operations/${newOperation()}`)).status).toBe(404);
    expect((await service.call('POST', `/operations/${newOperation()}/abort`)).status).toBe(500);
    expect((await service.cancel('A-100030', newOperation(), '"999"')).status).toBe(412);
    expect((await service.cancel('A-100030', operation, '"999"')).status).toBe(500);
  });

  it('takes the characters of a path for what they are', async () => {
    await service.order({ kind: 'fail-before', path: '/orders/A.100005' });
    expect(await read('A-100005')).toBe(200);
  });

  it('befalls a request once: of two, the one that was ordered first', async () => {
    await service.order({ kind: 'fail-before', path: '/orders/A-100001' });
    await service.order({ kind: 'close-unapplied', path: '/orders/A-100001' });
    expect(await read('A-100001')).toBe(500);
    await expect(read('A-100001')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await read('A-100001')).toBe(200);
  });

  it('can be taken back, alone or with all others', async () => {
    const { body } = await service.control('POST', '/control/faults', {
      kind: 'fail-before',
      path: '/orders/A-100001',
    });
    await service.order({ kind: 'fail-before', path: '/orders/A-100002' });
    expect((await service.control('DELETE', `/control/faults/${String(body['id'])}`)).status).toBe(200);
    expect((await service.control('DELETE', `/control/faults/${String(body['id'])}`)).status).toBe(404);
    expect([await read('A-100001'), await read('A-100002')]).toEqual([200, 500]);
    await service.order({ kind: 'fail-before', next: 9 });
    await service.control('DELETE', '/control/faults');
    expect(await read('A-100001')).toBe(200);
  });

  it('is counted by kind, also when it is over', async () => {
    const before = (await board())['struck'] as Record<string, number>;
    await service.order({ kind: 'slow', ms: 1, next: 2 });
    await read('A-100001');
    expect(await board()).toMatchObject({ faults: [{ kind: 'slow', ms: 1, next: 2, strikes: 1 }] });
    await read('A-100001');
    expect(await board()).toMatchObject({ faults: [], struck: { slow: (before['slow'] ?? 0) + 2 } });
  });
});

describe('a fault by chance', () => {
  const orders = Array.from({ length: 60 }, (_, index) => `A-${100_000 + index}`);

  /** Which of the orders were struck, asked for in the order that `arrange` makes. */
  async function struck(of: RunningService, fault: object, arrange: (ids: string[]) => string[]): Promise<string[]> {
    await of.order({ kind: 'fail-before', ...fault });
    const seen = await Promise.all(arrange([...orders]).map(async (id) => ({ id, status: await read(id, of) })));
    await of.control('DELETE', '/control/faults');
    return seen
      .filter(({ status }) => status === 500)
      .map(({ id }) => id)
      .sort();
  }

  it('strikes the same requests again under the same seed, however they interleave', async () => {
    const fault = { probability: 0.4, seed: 'a' };
    const once = await struck(service, fault, (ids) => ids);
    expect(once.length).toBeGreaterThan(10);
    expect(once.length).toBeLessThan(40);
    expect(await struck(service, fault, (ids) => ids.reverse())).toEqual(once);
    expect(await struck(service, { ...fault, seed: 'b' }, (ids) => ids)).not.toEqual(once);
  });

  it('follows from the seed of the process when it has none of its own', async () => {
    const [first, twin, other] = await Promise.all(
      ['seven', 'seven', 'eight'].map((SEED) => startService(database, { SEED })),
    );
    try {
      const expected = await struck(first!, { probability: 0.5 }, (ids) => ids);
      expect(await struck(twin!, { probability: 0.5 }, (ids) => ids)).toEqual(expected);
      expect(await struck(other!, { probability: 0.5 }, (ids) => ids)).not.toEqual(expected);
    } finally {
      await Promise.all([first, twin, other].map(async (one) => one?.stop()));
    }
  });

  it('draws anew for each repetition of a request', async () => {
    await service.order({ kind: 'fail-before', probability: 0.5, seed: 'c' });
    const seen = new Set<number>();
    for (let i = 0; i < 20; i++) seen.add(await read('A-100001'));
    expect([...seen].sort()).toEqual([200, 500]);
  });

  it('strikes always at 1, and no more often than it says', async () => {
    await service.order({ kind: 'fail-before', probability: 1, next: 3 });
    const seen = [];
    for (let i = 0; i < 5; i++) seen.push(await read('A-100001'));
    expect(seen).toEqual([500, 500, 500, 200, 200]);
  });
});

it.each([
  {},
  { kind: 'explode' },
  { kind: 'slow' },
  { kind: 'slow', ms: 0 },
  { kind: 'drop-answer', ms: 5 },
  { kind: 'slow', ms: 5, answer: 'close' },
  { kind: 'apply-late', ms: 5, answer: 'maybe' },
  { kind: 'fail-before', next: 0 },
  { kind: 'fail-before', probability: 0 },
  { kind: 'fail-before', probability: 1.1 },
  { kind: 'fail-before', seed: 'a' },
  { kind: 'fail-before', path: 'orders' },
  { kind: 'fail-before', method: 'DELETE' },
  { kind: 'fail-before', order: 'A-100001' },
])('the fault %j is refused', async (fault) => {
  expect(await service.control('POST', '/control/faults', fault)).toMatchObject({ status: 400 });
  expect(await board()).toMatchObject({ faults: [] });
});

it.each([{}, { ms: 0 }, { ms: 600_001 }, { ms: '5' }, { ms: 5, port: 1 }])(
  'going away with %j is refused',
  async (body) => {
    expect((await service.control('POST', '/control/away', body)).status).toBe(400);
    expect(await read('A-100001')).toBe(200);
  },
);
