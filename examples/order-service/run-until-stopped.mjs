import { startOrderService } from './order-service.mjs';

/** @import { OrderService } from './order-service.mjs' */
/** @import { Settings } from './settings.mjs' */

/**
 * Runs the order system until the process is asked to stop (SIGTERM, SIGINT). A second signal ends it at once.
 *
 * @param {Settings} settings
 * @param {(service: OrderService) => void} onReady
 * @returns {Promise<{ abandoned: number }>} what a stop did not wait for any longer, and what would keep the process
 */
export async function runUntilStopped(settings, onReady) {
  const asked = new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, resolve);
  });
  const service = await startOrderService(settings);
  onReady(service);
  await asked;
  const { abandoned } = await service.stop();
  if (abandoned > 0) console.error(`order service: stopped with ${abandoned} requests unfinished`);
  return { abandoned };
}
