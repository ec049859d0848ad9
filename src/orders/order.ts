/** The states of an order, in the order in which they are reached. Only the first three can still be cancelled. */
export const ORDER_STATES = ['NEW', 'PAID', 'PACKED', 'SHIPPED', 'DELIVERED', 'CANCELLED'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export interface OrderItem {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  /** Price of one, a decimal number with two digits in the order's currency. */
  readonly price: string;
}

/** One order of one tenant. */
export interface Order {
  /** What people call the order number: `A-100042`. */
  readonly id: string;
  readonly businessLine: string;
  readonly region: string;
  readonly customer: string;
  readonly customerEmail: string;
  readonly customerPhone: string;
  readonly items: readonly OrderItem[];
  /** A decimal number with two digits; never a floating-point number. */
  readonly amount: string;
  readonly currency: string;
  readonly state: OrderState;
  /** Rises by one with every change. */
  readonly version: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly placedAt: string;
  readonly cancelledAt?: string;
  readonly cancelReason?: string;
}
