import { Injectable, Logger } from '@nestjs/common';
import { OrdersStore } from './orders.store.js';
import { ACME } from './seed/acme.js';
import { GLOBEX } from './seed/globex.js';
import { inventOrders } from './seed/invent-orders.js';

/** Fills the shops of local mode with orders, so that there is something to look up and to cancel. Never used in production. */
@Injectable()
export class OrdersSeed {
  private readonly log = new Logger('Orders');

  constructor(private readonly store: OrdersStore) {}

  /**
   * Gives each local tenant its orders, once: a tenant that has any is left alone. The same orders on every machine; only their
   * dates follow `now`. The tenants must exist already.
   */
  async plant(now: Date = new Date()): Promise<void> {
    for (const assortment of [ACME, GLOBEX]) {
      const added = await this.store.addFirst(assortment.tenant, inventOrders(assortment, now));
      if (added > 0) this.log.log(`invented ${added} orders for ${assortment.tenant}`);
    }
  }
}
