import { describe, expect, it } from 'vitest';
import type { Order } from '../order.js';
import { ACME } from './acme.js';
import { GLOBEX } from './globex.js';
import { inventOrders } from './invent-orders.js';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const BOTH = [ACME, GLOBEX].map((assortment) => [assortment.tenant, inventOrders(assortment, NOW)] as const);

const cents = (amount: string) => Number(amount.replace('.', ''));
const of = (orders: readonly Order[], line: string) => orders.filter((order) => order.businessLine === line);

describe.each(BOTH)('the invented orders of %s', (tenant, orders) => {
  it('are the same every time', () => {
    const assortment = tenant === 'acme' ? ACME : GLOBEX;
    expect(inventOrders(assortment, NOW)).toEqual(orders);
  });

  it('cost what their items cost', () => {
    for (const order of orders) {
      const sum = order.items.reduce((total, { quantity, price }) => total + quantity * cents(price), 0);
      expect(cents(order.amount), order.id).toBe(sum);
    }
  });

  it('have distinct, rising numbers and were placed in that order, none in the future', () => {
    const times = orders.map(({ placedAt }) => placedAt);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length);
    expect(times).toEqual([...times].sort());
    expect(times.at(-1)! < NOW.toISOString()).toBe(true);
  });

  it('were cancelled, if at all, between being placed and now', () => {
    const cancelled = orders.filter(({ state }) => state === 'CANCELLED');
    expect(cancelled.length).toBeGreaterThan(0);
    for (const { placedAt, cancelledAt, cancelReason } of cancelled) {
      expect(cancelReason).toBeTruthy();
      expect(placedAt <= cancelledAt! && cancelledAt! <= NOW.toISOString()).toBe(true);
    }
  });

  it('can be cancelled on both sides of the threshold in every business line', () => {
    const open = orders.filter(({ state }) => state === 'NEW' || state === 'PAID' || state === 'PACKED');
    for (const line of new Set(orders.map(({ businessLine }) => businessLine))) {
      expect(
        of(open, line).some(({ amount }) => cents(amount) < 1_000_000),
        line,
      ).toBe(true);
      expect(
        of(open, line).some(({ amount }) => cents(amount) >= 1_000_000),
        line,
      ).toBe(true);
    }
  });

  it('are in every state, and have customers with English and with Chinese names', () => {
    expect(new Set(orders.map(({ state }) => state)).size).toBe(6);
    expect(orders.some(({ customer }) => /\p{Script=Han}/u.test(customer))).toBe(true);
    expect(orders.some(({ customer }) => /^[\p{Script=Latin} .&]+$/u.test(customer))).toBe(true);
  });
});

describe('the orders that have a name in the documentation', () => {
  const [, acme] = BOTH[0]!;
  const find = (id: string) => acme.find((order) => order.id === id);

  it('are a pair ordered twice, and a large one', () => {
    expect(find('A-100042')).toMatchObject({ state: 'PAID', businessLine: 'retail', amount: '328.40' });
    expect(find('A-100043')?.items).toEqual(find('A-100042')?.items);
    expect(find('A-100077')).toMatchObject({ state: 'PAID', businessLine: 'retail', amount: '12480.00' });
  });

  it('lie on the threshold and one cent below it', () => {
    expect(find('A-100100')?.amount).toBe('10000.00');
    expect(find('A-100101')?.amount).toBe('9999.99');
  });
});
