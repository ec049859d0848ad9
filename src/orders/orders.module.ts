import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { LocalHandlers } from '../adapters/local-handlers.js';
import { Config } from '../config/config.js';
import { ordersCancel, ordersGet } from './orders.handlers.js';
import { OrdersSeed } from './orders.seed.js';
import { OrdersStore } from './orders.store.js';

/** The reference domain: orders in the engine's own database, offered as `orders.get.v1` and `orders.cancel.v1`. */
@Module({ providers: [OrdersStore, OrdersSeed], exports: [OrdersSeed] })
export class OrdersModule implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly seed: OrdersSeed,
    handlers: LocalHandlers,
    store: OrdersStore,
  ) {
    handlers.add(ordersGet(store));
    handlers.add(ordersCancel(store));
  }

  /** In local mode there is something to look up and to cancel. By now the embedded provider has made the tenants known. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.localProvider && this.config.role !== 'worker') await this.seed.plant();
  }
}
