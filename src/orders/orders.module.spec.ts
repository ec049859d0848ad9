import { describe, expect, it } from 'vitest';
import { LocalHandlers } from '../adapters/local-handlers.js';
import { readConfig } from '../config/config.js';
import { OrdersModule } from './orders.module.js';
import type { OrdersSeed } from './orders.seed.js';
import type { OrdersStore } from './orders.store.js';

/** Starts the module under an environment and tells how often it invented orders. */
async function plantedUnder(env: NodeJS.ProcessEnv, handlers = new LocalHandlers()): Promise<number> {
  let planted = 0;
  const seed = { plant: async () => ++planted } as unknown as OrdersSeed;
  const config = readConfig({ DATABASE_URL: 'postgres://127.0.0.1/none', ...env });
  await new OrdersModule(config, seed, handlers, {} as OrdersStore).onApplicationBootstrap();
  return planted;
}

describe('the module of orders', () => {
  it('offers its two handlers under the names that the contracts ask for', async () => {
    const handlers = new LocalHandlers();
    await plantedUnder({}, handlers);
    expect(handlers.find('orders.get')?.read).toBeDefined();
    expect(handlers.find('orders.get')?.effect).toBeUndefined();
    expect(handlers.find('orders.cancel')?.effect).toBeDefined();
  });

  it('invents orders in local mode only, and leaves it to the process that knows the people', async () => {
    expect(await plantedUnder({})).toBe(1);
    expect(await plantedUnder({ ROLE: 'api' })).toBe(1);
    expect(await plantedUnder({ ROLE: 'worker' })).toBe(0);
    expect(await plantedUnder({ OIDC_ISSUER: 'https://id.acme.example' })).toBe(0);
  });
});
