import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { oneRow } from '../database/rows.js';
import type { Order, OrderItem, OrderState } from './order.js';

interface OrderRow {
  id: string;
  business_line: string;
  region: string;
  customer: string;
  customer_email: string;
  customer_phone: string;
  items: OrderItem[];
  amount: string;
  currency: string;
  state: OrderState;
  version: string;
  placed_at: string;
  cancelled_at: string | null;
  cancel_reason: string | null;
}

/** Every SQL statement of the order domain, but for its two functions of the claim (`orders_lock`, `orders_cancel`). */
@Injectable()
export class OrdersStore {
  constructor(private readonly database: Database) {}

  /** Undefined when this tenant has no such order, whoever else may have one of that number. */
  async find(tenant: string, id: string): Promise<Order | undefined> {
    const rows = await this.database.tenant(tenant, (tx) =>
      tx.query<OrderRow>(
        `SELECT id, business_line, region, customer, customer_email, customer_phone, items, amount::text AS amount, currency,
                state, version::text AS version, rfc3339(placed_at) AS placed_at, rfc3339(cancelled_at) AS cancelled_at,
                cancel_reason
           FROM customer_order
          WHERE tenant = $1 AND id = $2`,
        [tenant, id],
      ),
    );
    return rows[0] === undefined ? undefined : orderOf(rows[0]);
  }

  /** Stores a tenant's first orders and tells how many; zero, and nothing is stored, when it has orders already. */
  async addFirst(tenant: string, orders: readonly Order[]): Promise<number> {
    return this.database.tenant(tenant, async (tx) => {
      const has = await tx.query<{ any: boolean }>(
        'SELECT EXISTS (SELECT FROM customer_order WHERE tenant = $1) AS any',
        [tenant],
      );
      if (oneRow(has).any) return 0;
      // Two processes may start at once: they store the same orders, and the later one finds them there.
      const stored = await tx.query<{ id: string }>(
        `INSERT INTO customer_order (tenant, id, business_line, region, customer, customer_email, customer_phone, items,
                                     amount, currency, state, version, placed_at, cancelled_at, cancel_reason)
         SELECT $1, o.id, o."businessLine", o.region, o.customer, o."customerEmail", o."customerPhone", o.items,
                o.amount, o.currency, o.state, o.version, o."placedAt", o."cancelledAt", o."cancelReason"
           FROM jsonb_to_recordset($2::jsonb) AS o(
                id text, "businessLine" text, region text, customer text, "customerEmail" text, "customerPhone" text,
                items jsonb, amount numeric, currency text, state text, version bigint, "placedAt" timestamptz,
                "cancelledAt" timestamptz, "cancelReason" text)
             ON CONFLICT (tenant, id) DO NOTHING
         RETURNING id`,
        [tenant, JSON.stringify(orders)],
      );
      return stored.length;
    });
  }
}

function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    businessLine: row.business_line,
    region: row.region,
    customer: row.customer,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    items: row.items,
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    version: row.version,
    placedAt: row.placed_at,
    ...(row.cancelled_at === null ? {} : { cancelledAt: row.cancelled_at }),
    ...(row.cancel_reason === null ? {} : { cancelReason: row.cancel_reason }),
  };
}
