import type { Order, OrderState } from '../order.js';
import type { Assortment, BusinessLine, Customer, Good, NamedOrder } from './assortment.js';
import { Dice } from './dice.js';

const DAY_MS = 86_400_000;
const DAYS = 110;
const BIG_PERCENT = 22;
const BIG_FACTOR = 20;
const MOST_GOODS = 4;

const CANCEL_REASONS = [
  'Ordered twice by mistake.',
  'Customer found it cheaper elsewhere.',
  '客户改变主意',
  '地址填写错误',
];

type Basket = readonly { readonly good: Good; readonly quantity: number }[];
type LiveState = Exclude<OrderState, 'CANCELLED'>;

/**
 * The orders of one local tenant, oldest first. The same for the same `assortment`; only the dates follow `now`, and none of
 * them is later.
 */
export function inventOrders(assortment: Assortment, now: Date): Order[] {
  const dice = new Dice(assortment.seed);
  return Array.from({ length: assortment.orders }, (_, index) => {
    const number = assortment.numbersAfter + 1 + index;
    const placed = placedAt(dice, now, index, assortment.orders);
    const named = assortment.named.find((one) => one.number === number);
    return named ? namedOrder(assortment, named, placed) : inventOrder(dice, assortment, number, placed);
  });
}

function inventOrder(dice: Dice, assortment: Assortment, number: number, placed: Placed): Order {
  const line = pickLine(dice, assortment.lines);
  const customer = dice.pick(line.customers);
  const order = liveOrder({
    assortment,
    number,
    line: line.name,
    customer,
    basket: inventBasket(dice, line),
    placed,
    state: inventState(dice, placed.age),
  });
  // Few are cancelled, and only those that were still in the house.
  const cancellable = order.state === 'NEW' || order.state === 'PAID' || order.state === 'PACKED';
  return cancellable && dice.chance(10) ? cancelled(dice, order, placed) : order;
}

function namedOrder(assortment: Assortment, named: NamedOrder, placed: Placed): Order {
  const line = assortment.lines.find(({ name }) => name === named.line);
  const customer = line?.customers.find(({ name }) => name === named.customer);
  if (customer === undefined)
    throw new Error(`order ${named.number} names a customer that ${named.line} does not have`);
  return liveOrder({
    assortment,
    number: named.number,
    line: named.line,
    customer,
    basket: named.items,
    placed,
    state: named.state,
  });
}

interface Placed {
  readonly at: Date;
  /** Days from then to now. */
  readonly age: number;
}

/** Numbers rise with time: each order has its own slot of the last months, and a random moment in it. */
function placedAt(dice: Dice, now: Date, index: number, of: number): Placed {
  const slot = (DAYS * DAY_MS) / of;
  const before = Math.floor((of - index) * slot - dice.roll(Math.floor(slot)));
  return { at: new Date(now.getTime() - before), age: before / DAY_MS };
}

function pickLine(dice: Dice, lines: readonly BusinessLine[]): BusinessLine {
  const rolled = dice.roll(lines.reduce((sum, { share }) => sum + share, 0));
  let passed = 0;
  for (const line of lines) {
    passed += line.share;
    if (rolled < passed) return line;
  }
  throw new Error('an assortment has lines');
}

function inventBasket(dice: Dice, line: BusinessLine): Basket {
  const most = line.pieces * (dice.chance(BIG_PERCENT) ? BIG_FACTOR : 1);
  const goods = dice.pickSome(line.goods, 1 + dice.roll(MOST_GOODS));
  return goods.map((good) => ({ good, quantity: 1 + dice.roll(most) }));
}

/** Old orders have mostly arrived; some wait for goods, so that there is something to cancel at any age. */
function inventState(dice: Dice, age: number): LiveState {
  if (age < 2) return dice.pick(['NEW', 'NEW', 'PAID'] as const);
  if (age < 7) return dice.pick(['PAID', 'PAID', 'PACKED', 'NEW'] as const);
  if (age < 21) return dice.pick(['PAID', 'PACKED', 'SHIPPED', 'SHIPPED'] as const);
  return dice.pick(['DELIVERED', 'DELIVERED', 'DELIVERED', 'PAID', 'PACKED', 'SHIPPED'] as const);
}

interface Parts {
  readonly assortment: Assortment;
  readonly number: number;
  readonly line: string;
  readonly customer: Customer;
  readonly basket: Basket;
  readonly placed: Placed;
  readonly state: LiveState;
}

const LIVE_STATES: readonly LiveState[] = ['NEW', 'PAID', 'PACKED', 'SHIPPED', 'DELIVERED'];

function liveOrder({ assortment, number, line, customer, basket, placed, state }: Parts): Order {
  const cents = basket.reduce((sum, { good, quantity }) => sum + good.cents * quantity, 0);
  return {
    id: `${assortment.prefix}-${number}`,
    businessLine: line,
    region: customer.region,
    customer: customer.name,
    customerEmail: customer.mailbox,
    customerPhone: customer.phone,
    items: basket.map(({ good, quantity }) => ({ sku: good.sku, name: good.name, quantity, price: money(good.cents) })),
    amount: money(cents),
    currency: assortment.currency,
    state,
    // One version for each state that it went through.
    version: String(LIVE_STATES.indexOf(state) + 1),
    placedAt: placed.at.toISOString(),
  };
}

function cancelled(dice: Dice, order: Order, placed: Placed): Order {
  const after = dice.roll(Math.max(1, Math.floor(placed.age * DAY_MS)));
  return {
    ...order,
    state: 'CANCELLED',
    version: String(Number(order.version) + 1),
    cancelledAt: new Date(placed.at.getTime() + after).toISOString(),
    cancelReason: dice.pick(CANCEL_REASONS),
  };
}

/** Whole cents as the decimal text that contracts use. */
function money(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
