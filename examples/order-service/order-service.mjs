import { businessRoutes } from './business/business-routes.mjs';
import { servingBusiness } from './business/serve-business.mjs';
import { controlRoutes } from './control/control-routes.mjs';
import { inventOrders } from './database/invent-orders.mjs';
import { LedgerStore } from './database/ledger.store.mjs';
import { openDatabase } from './database/open-database.mjs';
import { OperationsStore } from './database/operations.store.mjs';
import { OrdersStore } from './database/orders.store.mjs';
import { FaultBoard } from './faults/fault-board.mjs';
import { LateWork } from './faults/late-work.mjs';
import { send } from './http/answers.mjs';
import { Door } from './http/door.mjs';
import { receiving } from './http/receive.mjs';
import { UnderWay } from './under-way.mjs';

/** @import pg from 'pg' */
/** @import { Settings } from './settings.mjs' */

/**
 * @typedef {object} OrderService
 * @property {string} url of the business API
 * @property {string} controlUrl
 * @property {() => Promise<{ abandoned: number }>} stop takes nothing new, finishes what is under way, tells what was not finished
 */

/**
 * Starts the order system: database, business API, control port.
 *
 * @param {Settings} settings
 * @returns {Promise<OrderService>}
 */
export async function startOrderService(settings) {
  const pool = await openDatabase(settings.databaseUrl);
  try {
    await new OrdersStore(pool).addMissing(inventOrders(settings.orders, settings.seed));
    return await openDoors(settings, pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/**
 * @param {Settings} settings
 * @param {pg.Pool} pool
 * @returns {Promise<OrderService>}
 */
async function openDoors(settings, pool) {
  const requests = new UnderWay();
  const lateOnes = new UnderWay();
  const parts = {
    capabilities: { current: settings.capabilities },
    faults: new FaultBoard(settings.seed),
    late: new LateWork(lateOnes),
    requests,
    ledger: new LedgerStore(pool),
  };
  const door = businessDoor(settings, pool, parts);
  const control = controlDoor(settings, { ...parts, door });
  await door.open();
  try {
    await control.open();
  } catch (error) {
    door.shut();
    throw error;
  }
  return {
    url: door.url,
    controlUrl: control.url,
    stop: async () => {
      door.shut();
      const until = Date.now() + settings.stopPatienceMs;
      await requests.settle(settings.stopPatienceMs);
      await lateOnes.settle(Math.max(0, until - Date.now()));
      const abandoned = requests.size + lateOnes.size;
      control.shut();
      door.cut();
      control.cut();
      await pool.end();
      return { abandoned };
    },
  };
}

/** @typedef {Omit<Parameters<typeof controlRoutes>[0], 'door'>} Parts */

/**
 * @param {Settings} settings
 * @param {pg.Pool} pool
 * @param {Parts} parts
 */
function businessDoor(settings, pool, { capabilities, faults, late, requests }) {
  const answer = businessRoutes({
    orders: new OrdersStore(pool),
    operations: new OperationsStore(pool),
    offered: () => capabilities.current,
  });
  const serve = servingBusiness({ answer, faults, late, goAway: (ms) => door.goAway(ms) });
  const door = new Door(settings.port, receiving({ token: settings.serviceToken, underWay: requests, serve }));
  return door;
}

/**
 * @param {Settings} settings
 * @param {Parameters<typeof controlRoutes>[0]} controlled
 */
function controlDoor(settings, controlled) {
  const answer = controlRoutes(controlled);
  return new Door(
    settings.controlPort,
    receiving({
      token: settings.controlToken,
      // Its requests are short, and a stop does not wait for them.
      underWay: new UnderWay(),
      serve: async (call, response) => send(response, await answer(call)),
    }),
  );
}
