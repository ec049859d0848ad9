import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../support/database.js';
import {
  CONTROL_TOKEN,
  emptyDatabase,
  freshOrders,
  newOperation,
  type RunningService,
  SERVICE_TOKEN,
  spawnService,
  startService,
} from './running-service.js';

let database: TestDatabase;
const freshOrder = freshOrders();
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

async function inFlight(service: RunningService, expected: object): Promise<void> {
  const health = async () => (await service.control('GET', '/control/health')).body;
  await expect.poll(health, { timeout: 5_000 }).toMatchObject(expected);
}

describe('a stop', () => {
  it('answers what is under way, takes nothing new, and ends with 0', async () => {
    const service = await startService(database, { ADAPTER_CLASS: 'C' });
    const slow = newOperation();
    await service.order({ kind: 'slow', ms: 1_500, operationId: slow });
    const answer = service.cancel(freshOrder(), slow);
    await inFlight(service, { inFlight: 1 });
    const ended = service.stop();
    await sleep(100);
    await expect(service.call('GET', '/orders/A-100042')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await answer).status).toBe(200);
    expect(await ended).toBe(0);
  });

  it('applies what is late', async () => {
    const service = await startService(database, { ADAPTER_CLASS: 'C' });
    const late = newOperation();
    await service.order({ kind: 'apply-late', ms: 1_500, operationId: late });
    await expect(service.cancel(freshOrder(), late)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await service.stop()).toBe(0);
    const effects = 'SELECT FROM order_service.effect WHERE operation_id = $1';
    expect(await database.query(effects, [late])).toHaveLength(1);
  });

  it('does not wait for callers that it let hang', async () => {
    const service = await startService(database, { ADAPTER_CLASS: 'C' });
    await service.order({ kind: 'hang-before' });
    const hung = service.cancel(freshOrder(), newOperation()).catch((error: unknown) => error);
    const faults = async () => (await service.control('GET', '/control/faults')).body['faults'];
    await expect.poll(faults).toEqual([]);
    const begun = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(5_000);
    expect(await hung).toMatchObject({ code: 'ECONNRESET' });
  });

  it('does not wait longer than its patience', async () => {
    const service = await startService(database, { ADAPTER_CLASS: 'C', STOP_PATIENCE_MS: '300' });
    const late = newOperation();
    await service.order({ kind: 'apply-late', ms: 60_000, operationId: late });
    await expect(service.cancel(freshOrder(), late)).rejects.toMatchObject({ code: 'ECONNRESET' });
    const begun = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  it('does not wait until it would have been back', async () => {
    const service = await startService(database);
    await service.control('POST', '/control/away', { ms: 60_000 });
    const begun = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  it('while it is away does not come back, however long it has to finish', async () => {
    const service = await startService(database, { ADAPTER_CLASS: 'C' });
    const late = newOperation();
    await service.order({ kind: 'apply-late', ms: 3_000, operationId: late });
    await expect(service.cancel(freshOrder(), late)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await service.control('POST', '/control/away', { ms: 600 });
    const ended = service.stop();
    await sleep(1_000);
    await inFlight(service, { late: 1 });
    await expect(service.call('GET', '/orders/A-100042')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await ended).toBe(0);
  });
});

describe('a start', () => {
  it('after a SIGKILL goes on with the ledger, the aborts and the orders as they were', async () => {
    const [orderId, applied, aborted] = [freshOrder(), newOperation(), newOperation()];
    const first = await startService(database, { ADAPTER_CLASS: 'B' });
    await first.cancel(orderId, applied);
    await first.call('POST', `/operations/${aborted}/abort`);
    const ledger = (await first.control('GET', '/control/ledger')).body;
    await first.kill();
    const second = await startService(database, { ADAPTER_CLASS: 'B' });
    try {
      expect((await second.control('GET', '/control/ledger')).body).toEqual(ledger);
      expect((await second.call('GET', `/orders/${orderId}`)).body['state']).toBe('CANCELLED');
      expect((await second.call('POST', `/operations/${applied}/abort`)).body['state']).toBe('APPLIED');
      expect((await second.cancel(freshOrder(), aborted)).status).toBe(409);
    } finally {
      await second.stop();
    }
  });

  it('reads its class and its switches from the environment', async () => {
    const service = await startService(database, {
      ADAPTER_CLASS: 'B-',
      CONDITIONAL_WRITES: 'true',
      DEDUP_WINDOW_MS: '9',
    });
    const { body } = await service.control('GET', '/control');
    await service.stop();
    expect(body).toEqual({
      dedup: false,
      dedupWindowMs: 9,
      abortOrGet: false,
      conditionalWrites: true,
      statusQuery: true,
    });
  });

  it('of two at once in a new database gives both the same orders', async () => {
    const empty = await emptyDatabase();
    const services = await Promise.all([startService(empty, { ORDERS: '30' }), startService(empty, { ORDERS: '30' })]);
    const counted = await empty.query<{ n: number }>('SELECT count(*)::integer AS n FROM order_service.orders');
    await Promise.all(services.map((service) => service.stop()));
    await empty.drop();
    expect(counted[0]?.n).toBe(30);
  });

  it('invents the same orders for the same seed', async () => {
    const invented = async (SEED: string) => {
      const empty = await emptyDatabase();
      const service = await startService(empty, { SEED, ORDERS: '40' });
      const orders = await empty.query('SELECT * FROM order_service.orders ORDER BY order_id');
      await service.stop();
      await empty.drop();
      return orders;
    };
    const [one, again, other] = await Promise.all([invented('one'), invented('one'), invented('two')]);
    expect(one).toHaveLength(40);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it.each([
    [
      {
        DATABASE_URL: '',
        SERVICE_TOKEN: 'short',
        CONTROL_TOKEN: '',
        PORT: '70000',
        ORDERS: 'many',
        ADAPTER_CLASS: 'Z',
      },
      ['DATABASE_URL', 'SERVICE_TOKEN', 'CONTROL_TOKEN', 'PORT', 'ORDERS', 'class'],
    ],
    [{ CONTROL_TOKEN: SERVICE_TOKEN, DEDUP: 'yes' }, ['must differ', 'dedup']],
    [{ DEDUP_WINDOW_MS: 'long' }, ['dedupWindowMs']],
    [{ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, ['ECONNREFUSED']],
  ])('with %j is refused in words', async (env, words) => {
    const { child, output } = spawnService({ DATABASE_URL: database.url, ...env });
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(1);
    expect(output()).toContain('did not start');
    for (const word of words) expect(output()).toContain(word);
    expect(output()).not.toMatch(/\n\s+at /);
    for (const secret of [SERVICE_TOKEN, CONTROL_TOKEN]) expect(output()).not.toContain(secret);
  });
});

describe('a database', () => {
  it('that went away is told in the health and in answers, and used again when it is back', async () => {
    const own = await emptyDatabase();
    const service = await startService(own, { ADAPTER_CLASS: 'C' });
    try {
      const shut = (allow: boolean) => database.query(`ALTER DATABASE ${own.name} ALLOW_CONNECTIONS ${allow}`);
      await shut(false);
      await database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [own.name]);
      await inFlight(service, { ready: false });
      expect((await service.control('GET', '/control/health')).status).toBe(503);
      const failed = await service.cancel(freshOrder(), newOperation());
      expect(failed).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
      await shut(true);
      await inFlight(service, { ready: true });
      expect((await service.cancel(freshOrder(), newOperation())).status).toBe(200);
    } finally {
      await service.stop();
      await own.drop();
    }
  });

  it('that commits without waiting by default does not lose effects and aborts', async () => {
    const own = await emptyDatabase();
    await own.query(`ALTER DATABASE ${own.name} SET synchronous_commit = off`);
    const service = await startService(own, { ADAPTER_CLASS: 'B' });
    try {
      await own.query(`CREATE TABLE public.seen AS SELECT ''::text AS place, ''::text AS setting WHERE false`);
      await own.query(`CREATE FUNCTION public.look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.seen VALUES (TG_ARGV[0], current_setting('synchronous_commit')); RETURN NULL; END $$`);
      for (const table of ['effect', 'operation']) {
        await own.query(`CREATE TRIGGER look AFTER INSERT ON order_service.${table}
          FOR EACH ROW EXECUTE FUNCTION public.look('${table}')`);
      }
      await service.cancel(freshOrder(), newOperation());
      await service.call('POST', `/operations/${newOperation()}/abort`);
      const seen = await own.query<{ place: string; setting: string }>('SELECT * FROM public.seen ORDER BY place');
      expect(seen.map(({ place }) => place)).toEqual(['effect', 'operation', 'operation']);
      expect(seen.map(({ setting }) => setting)).toEqual(['on', 'on', 'on']);
    } finally {
      await service.stop();
      await own.drop();
    }
  });
});
