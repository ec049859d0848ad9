import { badRequest, ok, refusal } from '../http/answers.mjs';
import { route } from '../http/call.mjs';
import { cancelAnswer, entityTag, ORDER_NOT_FOUND } from './cancel-answer.mjs';
import { OPERATION_ID, readCancellation } from './cancel-request.mjs';

/** @import { Capabilities } from '../capabilities.mjs' */
/** @import { OperationsStore } from '../database/operations.store.mjs' */
/** @import { OrdersStore } from '../database/orders.store.mjs' */
/** @import { Answer } from '../http/answers.mjs' */
/** @import { Call, Route } from '../http/call.mjs' */

const BAD_OPERATION_ID = badRequest('An operation id is 8 to 128 of A-Z a-z 0-9 _ -.');
const NOT_OFFERED = refusal(501, 'NOT_OFFERED', 'This order system does not offer that.');
const OPERATION_UNKNOWN = {
  status: 404,
  headers: {},
  body: { code: 'OPERATION_UNKNOWN', state: 'UNKNOWN', message: 'Nothing is known of it. It may still be on its way.' },
};

/**
 * The order system as its callers see it.
 *
 * @param {{ orders: OrdersStore, operations: OperationsStore, offered: () => Readonly<Capabilities> }} parts
 *   `offered` is asked when a request is carried out, not when it arrives
 * @returns {(call: Call) => Promise<Answer>}
 */
export function businessRoutes({ orders, operations, offered }) {
  /** @type {Route[]} */
  const routes = [
    ['GET', /^\/orders\/([^/]+)$/, (_, id) => readOrder(orders, id)],
    ['POST', /^\/orders\/([^/]+)\/cancel$/, (call, id) => cancelOrder(orders, call, id, offered())],
    [
      'GET',
      /^\/operations\/([^/]+)$/,
      (_, id) => (offered().statusQuery ? readOperation(operations, id) : NOT_OFFERED),
    ],
    [
      'POST',
      /^\/operations\/([^/]+)\/abort$/,
      (_, id) => (offered().abortOrGet ? abortOperation(operations, id) : NOT_OFFERED),
    ],
  ];
  return async (call) => route(routes, call) ?? refusal(404, 'NOT_FOUND', 'There is nothing under this address.');
}

/**
 * @param {OrdersStore} orders
 * @param {string} orderId
 */
async function readOrder(orders, orderId) {
  const order = await orders.find(orderId);
  return order ? ok(order, { etag: entityTag(order.version) }) : ORDER_NOT_FOUND;
}

/**
 * @param {OrdersStore} orders
 * @param {Call} call
 * @param {string} orderId
 * @param {Readonly<Capabilities>} offered
 */
async function cancelOrder(orders, call, orderId, offered) {
  const cancellation = readCancellation(call, orderId, offered);
  return cancellation.ok ? cancelAnswer(await orders.cancel(cancellation.value)) : cancellation.answer;
}

/**
 * @param {OperationsStore} operations
 * @param {string} operationId
 */
async function readOperation(operations, operationId) {
  if (!OPERATION_ID.test(operationId)) return BAD_OPERATION_ID;
  const operation = await operations.find(operationId);
  return operation ? ok(operation) : OPERATION_UNKNOWN;
}

/**
 * @param {OperationsStore} operations
 * @param {string} operationId
 */
async function abortOperation(operations, operationId) {
  return OPERATION_ID.test(operationId) ? ok(await operations.abortOrGet(operationId)) : BAD_OPERATION_ID;
}
