import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../support/database.js';
import { otherTransaction } from '../support/other-transaction.js';
import {
  type Effect,
  emptyDatabase,
  freshOrders,
  newOperation,
  type Reply,
  type RunningService,
  startService,
} from './running-service.js';

const RACERS = 32;

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

const abort = (operation: string) => service.call('POST', `/operations/${operation}/abort`);
const race = <T>(count: number, runner: (lane: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, lane) => runner(lane)));

/** Somebody who holds the lock of an order: whatever wants to change it waits. */
const holderOf = (orderId: string) =>
  otherTransaction(database, 'SELECT FROM order_service.orders WHERE order_id = $1 FOR UPDATE', [orderId]);

/** A race in which all that have a connection are in the middle of it when the order becomes free. */
async function allAtOnce<T>(orderId: string, runner: () => Promise<T>): Promise<T[]> {
  const holder = await holderOf(orderId);
  const racing = race(RACERS, runner);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await database.query(waiting)).length, { timeout: 5_000 }).toBeGreaterThan(3);
  await holder.commit();
  return racing;
}

function tally(replies: Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('the same operation, many times at once', () => {
  it('is applied once where it is deduplicated, and all are told the same', async () => {
    await service.behaveAs('A');
    const [orderId, operation] = [freshOrder(), newOperation()];
    const replies = await race(RACERS, () => service.cancel(orderId, operation));
    expect(tally(replies)).toEqual({ 200: RACERS });
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await service.effectsOf(operation)).toHaveLength(1);
  });

  it('is applied once more when its window is over, not once for each', async () => {
    await service.behaveAs('A', { dedupWindowMs: 60_000 });
    const [orderId, operation] = [freshOrder(), newOperation()];
    await service.cancel(orderId, operation);
    const sql = `UPDATE order_service.operation SET decided_at = decided_at - interval '1 hour' WHERE operation_id = $1`;
    await database.query(sql, [operation]);
    await allAtOnce(orderId, () => service.cancel(orderId, operation));
    expect(await service.effectsOf(operation)).toHaveLength(2);
  });

  it('is applied every time where it is not, and the ledger shows it', async () => {
    await service.behaveAs('C');
    const [orderId, operation] = [freshOrder(), newOperation()];
    expect(tally(await race(RACERS, () => service.cancel(orderId, operation)))).toEqual({ 200: RACERS });
    expect(await service.effectsOf(operation)).toHaveLength(RACERS);
  });
});

it('many operations on one version of an order: one is applied', async () => {
  await service.behaveAs('C', { conditionalWrites: true });
  const orderId = freshOrder();
  const { headers } = await service.call('GET', `/orders/${orderId}`);
  const replies = await allAtOnce(orderId, () => service.cancel(orderId, newOperation(), headers.etag));
  expect(tally(replies)).toEqual({ 200: 1, 412: RACERS - 1 });
});

describe('an abort and an application that race', () => {
  it('end in one and the same, whoever asks', async () => {
    await service.behaveAs('B', { dedup: true, statusQuery: true });
    const verdicts = new Set<unknown>();
    for (let round = 0; round < 30; round++) {
      const [orderId, operation] = [freshOrder(), newOperation()];
      // The one that comes first changes from round to round.
      const answers = await race(8, (lane) =>
        (lane + round) % 2 === 0 ? service.cancel(orderId, operation) : abort(operation),
      );
      const applied = (await service.effectsOf(operation)).length;
      const { body } = await service.call('GET', `/operations/${operation}`);
      verdicts.add(body['state']);
      expect(applied).toBe(body['state'] === 'APPLIED' ? 1 : 0);
      for (const answer of answers) {
        const said = answer.status === 409 ? 'ABORTED' : answer.body['state'];
        expect(said === 'CANCELLED' ? 'APPLIED' : said).toBe(body['state']);
      }
    }
    // Both orders of events took place, or this proves nothing.
    expect([...verdicts].sort()).toEqual(['ABORTED', 'APPLIED']);
  });

  it('wait for each other: an abort says nothing while an application is about to commit', async () => {
    await service.behaveAs('B');
    const [orderId, operation] = [freshOrder(), newOperation()];
    const holder = await holderOf(orderId);
    const application = service.cancel(orderId, operation);
    await holder.blocking();
    let said: Reply | undefined;
    const aborting = abort(operation).then((reply) => (said = reply));
    // It must be waiting for the application, which waits for the holder.
    const waiting = `SELECT FROM pg_stat_activity WHERE query LIKE '%abort_operation%' AND wait_event_type = 'Lock'`;
    await expect.poll(() => database.query(waiting), { timeout: 5_000 }).toHaveLength(1);
    expect(said).toBeUndefined();
    await holder.commit();
    expect((await application).status).toBe(200);
    expect((await aborting).body).toMatchObject({ state: 'APPLIED', result: (await application).body });
  });

  it('leave no trace of an application that was refused: an abort after it aborts', async () => {
    await service.behaveAs('B', { statusQuery: true });
    const operation = newOperation();
    expect((await service.cancel('A-100019', operation)).status).toBe(409);
    expect((await service.call('GET', `/operations/${operation}`)).status).toBe(404);
    expect((await abort(operation)).body).toMatchObject({ state: 'ABORTED' });
  });
});

describe('the ledger', () => {
  it('gives a reader that pages along while others write every effect once, without a gap', async () => {
    await service.behaveAs('C');
    const operations = Array.from({ length: 80 }, newOperation);
    const { body: start } = await service.control('GET', '/control/health');
    let after = Number(start['ledgerHead']);
    const read: Effect[] = [];
    const page = async () => {
      const { body } = await service.control('GET', `/control/ledger?after=${after}&limit=7`);
      read.push(...(body['effects'] as Effect[]));
      after = Number(body['next']);
    };
    const order = freshOrder();
    let writing = true;
    const writers = race(16, async (lane) => {
      for (const operation of operations.filter((_, index) => index % 16 === lane))
        await service.cancel(order, operation);
    }).finally(() => (writing = false));
    while (writing) await page();
    await writers;
    for (let before = -1; before !== after; ) {
      before = after;
      await page();
    }
    expect(read.map(({ operationId }) => operationId).sort()).toEqual([...operations].sort());
    expect(read.map(({ seq }) => seq)).toEqual(read.map((_, index) => Number(start['ledgerHead']) + 1 + index));
  });

  it.each(['after=-1', 'after=x', 'limit=0', 'limit=1001'])('is not read with %s', async (query) => {
    expect((await service.control('GET', `/control/ledger?${query}`)).status).toBe(400);
  });
});
