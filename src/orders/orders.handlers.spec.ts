import { describe, expect, it } from 'vitest';
import { type Order, ORDER_STATES } from './order.js';
import { foreseeCancel, OrderResource, ordersCancel, ordersGet } from './orders.handlers.js';
import type { OrdersStore } from './orders.store.js';

const ORDER: Order = {
  id: 'A-100042',
  businessLine: 'retail',
  region: 'EU',
  customer: 'Harbour & Finch',
  customerEmail: 'orders@harbour.example',
  customerPhone: '+44 20 7946 0142',
  items: [{ sku: 'HOM-1', name: 'Mug', quantity: 2, price: '5.00' }],
  amount: '10.00',
  currency: 'EUR',
  state: 'PAID',
  version: '2',
  placedAt: '2026-09-01T08:00:00.000Z',
};

/** A shop with one order, in tenant acme. */
const store = {
  find: async (tenant: string, id: string) => (tenant === 'acme' && id === ORDER.id ? ORDER : undefined),
} as OrdersStore;

const load = async () => (await ordersGet(store).load('acme', { orderId: ORDER.id })) as OrderResource;

describe('an order as a resource', () => {
  it('shows policies its scalars and nothing else, not even a prototype', async () => {
    const { attributes } = await load();
    expect(Object.getPrototypeOf(attributes)).toBeNull();
    expect({ ...attributes }).toEqual({
      businessLine: 'retail',
      amount: '10.00',
      currency: 'EUR',
      state: 'PAID',
      region: 'EU',
    });
  });

  it('has the version that approvals are bound to, and names that people know', async () => {
    expect(await load()).toMatchObject({
      type: 'Order',
      id: 'A-100042',
      version: '2',
      label: 'A-100042 · Harbour & Finch',
    });
    expect((await load()).display).toMatchObject({
      orderNumber: 'A-100042',
      customer: 'Harbour & Finch',
      amount: '10.00',
    });
  });

  it('is not found when the id is no text, or in another tenant', async () => {
    expect(await ordersCancel(store).load('acme', { orderId: 100042 })).toBeUndefined();
    expect(await ordersCancel(store).load('globex', { orderId: ORDER.id })).toBeUndefined();
  });
});

describe('orders.get', () => {
  it('answers the fields of its contract', async () => {
    expect(await ordersGet(store).read?.('acme', await load())).toEqual({
      orderId: 'A-100042',
      state: 'PAID',
      version: '2',
      businessLine: 'retail',
      region: 'EU',
      customer: 'Harbour & Finch',
      customerEmail: 'orders@harbour.example',
      customerPhone: '+44 20 7946 0142',
      items: [{ sku: 'HOM-1', name: 'Mug', quantity: 2 }],
      amount: '10.00',
      currency: 'EUR',
      placedAt: '2026-09-01T08:00:00.000Z',
    });
  });

  it('tells when an order was cancelled, but not why', async () => {
    const gone = new OrderResource({
      ...ORDER,
      state: 'CANCELLED',
      cancelledAt: '2026-09-02T08:00:00.000Z',
      cancelReason: 'x',
    });
    const answer = await ordersGet(store).read?.('acme', gone);
    expect(answer).toMatchObject({ state: 'CANCELLED', cancelledAt: '2026-09-02T08:00:00.000Z' });
    expect(answer).not.toHaveProperty('cancelReason');
  });

  it('reads only what it loaded itself: the row that was authorized', async () => {
    const forged = structuredClone(await load());
    await expect(ordersGet(store).read?.('acme', forged)).rejects.toThrow('not an order');
  });
});

describe('orders.cancel', () => {
  it('foresees the new state for orders that are still in the house', () => {
    const possible = ORDER_STATES.filter((state) => foreseeCancel({ id: 'A-1', state }).possible);
    expect(possible).toEqual(['NEW', 'PAID', 'PACKED']);
    expect(foreseeCancel(ORDER)).toEqual({ possible: true, after: { state: 'CANCELLED' } });
  });

  it.each([
    ['SHIPPED', 'Order A-100042 has left the warehouse'],
    ['DELIVERED', 'Order A-100042 was delivered'],
    ['CANCELLED', 'Order A-100042 is cancelled already'],
  ] as const)('says in a sentence why an order that is %s cannot be cancelled', (state, sentence) => {
    expect(foreseeCancel({ id: 'A-100042', state })).toMatchObject({ why: expect.stringContaining(sentence) });
  });

  it('names the two functions that run inside the claim', () => {
    expect(ordersCancel(store).effect).toEqual({ lock: 'orders_lock', apply: 'orders_cancel' });
  });
});
