import path from 'node:path';
import { expect, it } from 'vitest';
import { LocalHandlers } from '../adapters/local-handlers.js';
import { loadContracts } from '../contracts/load-contracts.js';
import { OrdersModule } from './orders.module.js';
import type { OrdersStore } from './orders.store.js';

it('offers the handlers that its contracts ask for: one that reads, one that has an effect', () => {
  const handlers = new LocalHandlers();
  expect(new OrdersModule(handlers, {} as OrdersStore)).toBeDefined();
  const contracts = loadContracts(path.resolve('contracts'));
  const handlerOf = (tool: string) => handlers.find(contracts.byName(tool)?.contract.adapter.handler ?? '');
  expect(handlerOf('orders.get.v1')).toMatchObject({ read: expect.any(Function) });
  expect(handlerOf('orders.get.v1')?.effect).toBeUndefined();
  expect(handlerOf('orders.cancel.v1')).toMatchObject({
    foresee: expect.any(Function),
    effect: { lock: 'orders_lock' },
  });
});
