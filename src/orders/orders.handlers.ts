import type { Foreseen, LocalHandler, Resource, Scalar } from '../adapters/adapter.js';
import type { JsonObject } from '../canonical/json-value.js';
import type { Order, OrderState } from './order.js';
import type { OrdersStore } from './orders.store.js';

/** Why an order in this state cannot be cancelled any more; a state without a sentence can be left by cancelling. */
const TOO_LATE: Readonly<Partial<Record<OrderState, string>>> = {
  SHIPPED: 'has left the warehouse and cannot be cancelled. It can only come back as a return.',
  DELIVERED: 'was delivered and cannot be cancelled. It can only come back as a return.',
  CANCELLED: 'is cancelled already. There is nothing left to do.',
};

/** An order as policies and previews see it. It keeps the row it was made from, so that a read answers what was authorized. */
export class OrderResource implements Resource {
  readonly type = 'Order';
  readonly id: string;
  readonly version: string;
  readonly label: string;
  readonly attributes: Resource['attributes'];
  readonly display: Readonly<Record<string, Scalar>>;
  readonly #order: Order;

  constructor(order: Order) {
    const { id, businessLine, amount, currency, state, region, customer } = order;
    this.#order = order;
    this.id = id;
    this.version = order.version;
    this.label = `${id} · ${customer}`;
    this.attributes = bare({ businessLine, amount, currency, state, region });
    this.display = bare({ orderNumber: id, customer, amount, currency, state, businessLine, region });
  }

  static orderOf(resource: Resource): Order {
    if (!(resource instanceof OrderResource)) throw new Error('not an order that this handler loaded');
    return resource.#order;
  }
}

/** `orders.get`: reads one order. */
export function ordersGet(store: OrdersStore): LocalHandler {
  return {
    name: 'orders.get',
    load: (tenant, args) => loadOrder(store, tenant, args),
    // No second query: the order could have moved to a line that the caller may not see.
    read: async (_tenant, resource) => answerOf(OrderResource.orderOf(resource)),
  };
}

/** `orders.cancel`: cancels one order in the claim's own transaction (adapter class 0). */
export function ordersCancel(store: OrdersStore): LocalHandler {
  return {
    name: 'orders.cancel',
    load: (tenant, args) => loadOrder(store, tenant, args),
    foresee: (resource) => foreseeCancel(OrderResource.orderOf(resource)),
    effect: { lock: 'orders_lock', apply: 'orders_cancel' },
  };
}

/** What cancelling would change, or why this order cannot be cancelled. The claim decides again, on the locked row. */
export function foreseeCancel(order: Pick<Order, 'id' | 'state'>): Foreseen {
  const why = TOO_LATE[order.state];
  if (why !== undefined) return { possible: false, why: `Order ${order.id} ${why}` };
  return { possible: true, after: { state: 'CANCELLED' } };
}

async function loadOrder(store: OrdersStore, tenant: string, args: JsonObject): Promise<OrderResource | undefined> {
  const { orderId } = args;
  if (typeof orderId !== 'string') return undefined;
  const order = await store.find(tenant, orderId);
  return order && new OrderResource(order);
}

/** The answer of `orders.get.v1` before masking; prices of single items are not part of that contract. */
function answerOf(order: Order): JsonObject {
  const { id, items, cancelledAt, cancelReason: _, ...same } = order;
  return {
    orderId: id,
    ...same,
    items: items.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
    ...(cancelledAt === undefined ? {} : { cancelledAt }),
  };
}

/** Without a prototype, so that a policy's condition can only ever meet values that are written here. */
function bare<T extends Record<string, string>>(values: T): Readonly<T> {
  return Object.freeze(Object.assign(Object.create(null), values));
}
