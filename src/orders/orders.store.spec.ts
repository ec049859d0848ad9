import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { Database } from '../database/database.js';
import { appPool } from '../database/pool.js';
import { OrdersSeed } from './orders.seed.js';
import { OrdersStore } from './orders.store.js';
import { ACME } from './seed/acme.js';
import { inventOrders } from './seed/invent-orders.js';

let test: TestDatabase;
let database: Database;
let store: OrdersStore;
const invented = inventOrders(ACME, new Date('2026-11-30T12:00:00.000Z'));

beforeAll(async () => {
  test = await testDatabase();
  database = new Database(appPool(test.config(), () => undefined));
  store = new OrdersStore(database);
  await test.query(`INSERT INTO tenant (id, name) VALUES ('acme', 'Acme'), ('globex', 'Globex')`);
});

beforeEach(async () => {
  await test.query('DELETE FROM order_event');
  await test.query('DELETE FROM customer_order');
});

afterAll(async () => {
  await database?.onApplicationShutdown();
  await test?.drop();
});

describe('the store of orders', () => {
  it('gives back what was stored, to the cent and the millisecond', async () => {
    await store.addFirst('acme', invented);
    for (const order of [invented[41]!, invented.find(({ state }) => state === 'CANCELLED')!]) {
      expect(await store.find('acme', order.id)).toEqual(order);
    }
  });

  it('does not find an order of another tenant', async () => {
    await store.addFirst('acme', invented);
    expect(await store.find('globex', invented[0]!.id)).toBeUndefined();
  });

  it('keeps two orders of the same number apart', async () => {
    const first = invented[0]!;
    await store.addFirst('acme', [first]);
    await store.addFirst('globex', [{ ...first, customer: 'Somebody else' }]);
    expect((await store.find('acme', first.id))?.customer).toBe(first.customer);
    expect((await store.find('globex', first.id))?.customer).toBe('Somebody else');
  });
});

describe('the seed of local mode', () => {
  const count = async () =>
    test.query<{ tenant: string; n: number }>(
      'SELECT tenant, count(*)::integer AS n FROM customer_order GROUP BY tenant ORDER BY tenant',
    );

  it('gives both tenants their orders, once', async () => {
    const seed = new OrdersSeed(store);
    expect(await seed.plant()).toBe(380);
    expect(await seed.plant()).toBe(0);
    expect(await count()).toEqual([
      { tenant: 'acme', n: 240 },
      { tenant: 'globex', n: 140 },
    ]);
  });

  it('leaves a tenant alone that has an order', async () => {
    await store.addFirst('acme', invented.slice(0, 1));
    await new OrdersSeed(store).plant();
    expect(await count()).toEqual([
      { tenant: 'acme', n: 1 },
      { tenant: 'globex', n: 140 },
    ]);
  });

  it('survives two processes that start at once', async () => {
    await Promise.all([new OrdersSeed(store).plant(), new OrdersSeed(store).plant()]);
    expect((await count()).map(({ n }) => n)).toEqual([240, 140]);
  });
});

describe('the effect of orders.cancel', () => {
  const cancel = async (id: string, version: string, operation: string) => {
    const rows = await database.tenant('acme', (tx) =>
      tx.query<{ done: { outcome: string; error?: { code: string } } }>(
        'SELECT orders_cancel($1, $2, $3, $4, $5) AS done',
        ['acme', id, version, { reason: 'ordered twice' }, operation],
      ),
    );
    return rows[0]!.done;
  };

  it('cancels at exactly the approved version, and enters the effect once into the ledger', async () => {
    await store.addFirst('acme', invented);
    expect(await cancel('A-100042', '1', 'op-stale')).toMatchObject({
      outcome: 'FAILED',
      error: { code: 'STALE_RESOURCE' },
    });
    expect(await cancel('A-100042', '2', 'op-1')).toMatchObject({ outcome: 'SUCCEEDED' });
    expect(await cancel('A-100042', '3', 'op-2')).toMatchObject({ outcome: 'FAILED' });
    expect(await store.find('acme', 'A-100042')).toMatchObject({
      state: 'CANCELLED',
      version: '3',
      cancelReason: 'ordered twice',
    });
    expect(await test.query('SELECT order_id, version, operation_id FROM order_event')).toEqual([
      { order_id: 'A-100042', version: '3', operation_id: 'op-1' },
    ]);
  });

  it('does not cancel what left the warehouse, whoever signed', async () => {
    await store.addFirst('acme', invented);
    const shipped = invented.find(({ state }) => state === 'SHIPPED')!;
    expect(await cancel(shipped.id, shipped.version, 'op-3')).toMatchObject({ outcome: 'FAILED' });
    expect((await store.find('acme', shipped.id))?.state).toBe('SHIPPED');
  });
});
