import { changed } from '../capabilities.mjs';
import { isWhole, MOST_MS, readFaultOrder } from '../faults/fault-order.mjs';
import { badRequest, ok, refusal } from '../http/answers.mjs';
import { route } from '../http/call.mjs';
import { readLedger } from './read-ledger.mjs';

/** @import { Capabilities } from '../capabilities.mjs' */
/** @import { LedgerStore } from '../database/ledger.store.mjs' */
/** @import { FaultBoard } from '../faults/fault-board.mjs' */
/** @import { LateWork } from '../faults/late-work.mjs' */
/** @import { Answer } from '../http/answers.mjs' */
/** @import { Door } from '../http/door.mjs' */
/** @import { Call, Route } from '../http/call.mjs' */
/** @import { UnderWay } from '../under-way.mjs' */

/**
 * @typedef {object} Controlled
 * @property {{ current: Readonly<Capabilities> }} capabilities
 * @property {FaultBoard} faults
 * @property {LateWork} late
 * @property {UnderWay} requests
 * @property {LedgerStore} ledger
 * @property {Door} door of the business API
 */

/**
 * How the order system is made to misbehave, and where its books are read.
 *
 * @param {Controlled} controlled
 * @returns {(call: Call) => Promise<Answer>}
 */
export function controlRoutes(controlled) {
  const { capabilities, faults, ledger, door } = controlled;
  /** @type {Route[]} */
  const routes = [
    ['GET', /^\/control$/, () => ok(capabilities.current)],
    ['PUT', /^\/control$/, (call) => switchCapabilities(capabilities, call)],
    ['GET', /^\/control\/health$/, () => health(controlled)],
    ['GET', /^\/control\/ledger$/, (call) => readLedger(ledger, call.query)],
    ['GET', /^\/control\/faults$/, () => ok(faults.view())],
    ['POST', /^\/control\/faults$/, (call) => orderFault(faults, call)],
    ['DELETE', /^\/control\/faults$/, () => clearFaults(faults)],
    ['DELETE', /^\/control\/faults\/(f\d+)$/, (_, id) => removeFault(faults, id)],
    ['POST', /^\/control\/away$/, (call) => sendAway(door, call)],
  ];
  return async (call) => route(routes, call) ?? refusal(404, 'NOT_FOUND', 'There is nothing under this address.');
}

/**
 * @param {Controlled['capabilities']} capabilities
 * @param {Call} call
 */
function switchCapabilities(capabilities, call) {
  const read = changed(capabilities.current, call.body);
  if (!read.ok) return badRequest(read.problem);
  capabilities.current = read.value;
  return ok(read.value);
}

/** @param {Controlled} controlled */
async function health({ door, requests, late, ledger }) {
  const state = { away: door.isAway, inFlight: requests.size, late: late.pending, lateFailures: late.failures };
  try {
    return ok({ ready: true, ...state, ledgerHead: await ledger.head() });
  } catch {
    return { status: 503, headers: {}, body: { ready: false, ...state, message: 'The database cannot be reached.' } };
  }
}

/**
 * @param {FaultBoard} faults
 * @param {Call} call
 */
function orderFault(faults, call) {
  const read = readFaultOrder(call.body);
  return read.ok ? { status: 201, headers: {}, body: faults.add(read.value) } : badRequest(read.problem);
}

/** @param {FaultBoard} faults */
function clearFaults(faults) {
  faults.clear();
  return ok(faults.view());
}

/**
 * @param {FaultBoard} faults
 * @param {string} id
 */
function removeFault(faults, id) {
  return faults.remove(id) ? ok(faults.view()) : refusal(404, 'NOT_FOUND', 'There is no such fault, or it is over.');
}

/**
 * @param {Door} door
 * @param {Call} call
 */
function sendAway(door, { body: { ms, ...unknown } }) {
  if (!isWhole(ms, MOST_MS) || Object.keys(unknown).length > 0) {
    return badRequest(`The body must be {"ms": n}, a whole number from 1 to ${MOST_MS}.`);
  }
  door.goAway(Number(ms));
  return ok({ away: true });
}
