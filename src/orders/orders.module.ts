import { Module } from '@nestjs/common';
import { LocalHandlers } from '../adapters/local-handlers.js';
import { ordersCancel, ordersGet } from './orders.handlers.js';
import { OrdersSeed } from './orders.seed.js';
import { OrdersStore } from './orders.store.js';

/** The reference domain: orders in the engine's own database, offered as `orders.get.v1` and `orders.cancel.v1`. */
@Module({ providers: [OrdersStore, OrdersSeed], exports: [OrdersSeed] })
export class OrdersModule {
  constructor(handlers: LocalHandlers, store: OrdersStore) {
    handlers.add(ordersGet(store));
    handlers.add(ordersCancel(store));
  }
}
