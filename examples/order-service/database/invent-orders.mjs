import { draw, drawOne } from '../seeded-draw.mjs';

/** @import { Order } from './orders.store.mjs' */

const FIRST = 100_000;
const NEWEST = Date.UTC(2025, 0, 1);
const MINUTE_MS = 60_000;

/**
 * The same orders for the same seed, on every machine: A-100000, A-100001 and so on. Those whose number ends in 8 are shipped
 * and those that end in 9 delivered; all others can be cancelled.
 *
 * @param {number} count
 * @param {string} seed
 * @returns {Order[]}
 */
export function inventOrders(count, seed) {
  return Array.from({ length: count }, (_, index) => inventOrder(FIRST + index, seed));
}

/**
 * @param {number} number
 * @param {string} seed
 * @returns {Order}
 */
function inventOrder(number, seed) {
  return {
    orderId: `A-${number}`,
    businessLine: drawOne(['garden', 'kitchen', 'tools'], seed, number, 'line'),
    region: drawOne(['north', 'south', 'west'], seed, number, 'region'),
    customer: drawOne(['Northwind', 'Blue Yonder', 'Lakeside', 'Fern & Co'], seed, number, 'customer'),
    amount: (1 + draw(seed, number, 'amount') * 2_000).toFixed(2),
    currency: drawOne(['EUR', 'USD'], seed, number, 'currency'),
    state: stateOf(number, seed),
    version: String(1 + Math.floor(draw(seed, number, 'version') * 9)),
    placedAt: new Date(NEWEST - Math.floor(draw(seed, number, 'placed') * 100_000) * MINUTE_MS).toISOString(),
  };
}

/**
 * @param {number} number
 * @param {string} seed
 */
function stateOf(number, seed) {
  if (number % 10 === 8) return 'SHIPPED';
  if (number % 10 === 9) return 'DELIVERED';
  return drawOne(['NEW', 'PAID', 'PACKED'], seed, number, 'state');
}
