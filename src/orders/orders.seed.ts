import { Injectable } from '@nestjs/common';
import { OrdersStore } from './orders.store.js';
import { ACME } from './seed/acme.js';
import { GLOBEX } from './seed/globex.js';
import { inventOrders } from './seed/invent-orders.js';

/** Fills the shops of local mode with orders, so that there is something to look up and to cancel. Never used in production. */
@Injectable()
export class OrdersSeed {
  constructor(private readonly store: OrdersStore) {}

  /**
   * Gives each local tenant its orders, once: a tenant that has any is left alone. The same orders on every machine; only their
   * dates follow `now`. Tells how many orders were added. The tenants must exist already.
   */
  async plant(now: Date = new Date()): Promise<number> {
    let added = 0;
    for (const assortment of [ACME, GLOBEX]) {
      added += await this.store.addFirst(assortment.tenant, inventOrders(assortment, now));
    }
    return added;
  }
}
