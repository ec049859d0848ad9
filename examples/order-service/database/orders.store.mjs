/** @import pg from 'pg' */

/**
 * @typedef {object} Order
 * @property {string} orderId
 * @property {string} businessLine
 * @property {string} region
 * @property {string} customer
 * @property {string} amount a decimal number with two digits
 * @property {string} currency
 * @property {string} state
 * @property {string} version
 * @property {string} placedAt
 * @property {string} [cancelledAt]
 * @property {string} [cancelReason]
 */

/**
 * @typedef {object} Cancellation
 * @property {string} operationId
 * @property {string} orderId
 * @property {string} reason
 * @property {string} fingerprint of the request: the same operation id with another one is no repetition
 * @property {string | null} expectedVersion null: whatever version it has
 * @property {number | null} dedupWindowMs null: apply again whatever was applied before
 */

/**
 * @typedef {{ outcome: 'APPLIED' | 'REPLAYED', result: { version: string } & Record<string, string> }} Cancelled
 * @typedef {{ outcome: 'ABORTED' | 'KEY_REUSED' | 'NOT_FOUND' }} Refused
 * @typedef {{ outcome: 'VERSION_CONFLICT' | 'NOT_CANCELLABLE', version: string, state: string }} RefusedAsItStands
 * @typedef {Cancelled | Refused | RefusedAsItStands} CancelOutcome
 */

export class OrdersStore {
  #pool;

  /** @param {pg.Pool} pool */
  constructor(pool) {
    this.#pool = pool;
  }

  /**
   * @param {string} orderId
   * @returns {Promise<Order | undefined>}
   */
  async find(orderId) {
    const { rows } = await this.#pool.query(
      `SELECT jsonb_strip_nulls(jsonb_build_object(
         'orderId', order_id, 'businessLine', business_line, 'region', region, 'customer', customer,
         'amount', amount::text, 'currency', currency, 'state', state, 'version', version::text,
         'placedAt', order_service.rfc3339(placed_at),
         'cancelledAt', order_service.rfc3339(cancelled_at), 'cancelReason', cancel_reason
       )) AS found
       FROM order_service.orders WHERE order_id = $1`,
      [orderId],
    );
    return rows[0]?.found;
  }

  /**
   * @param {Cancellation} c
   * @returns {Promise<CancelOutcome>}
   */
  async cancel(c) {
    const { rows } = await this.#pool.query('SELECT order_service.cancel_order($1, $2, $3, $4, $5, $6) AS outcome', [
      c.operationId,
      c.orderId,
      c.reason,
      c.fingerprint,
      c.expectedVersion,
      c.dedupWindowMs,
    ]);
    return rows[0].outcome;
  }

  /**
   * Adds those of the orders that are not there yet.
   *
   * @param {readonly Order[]} orders
   */
  async addMissing(orders) {
    await this.#pool.query(
      `INSERT INTO order_service.orders
         (order_id, business_line, region, customer, amount, currency, state, version, placed_at)
       SELECT "orderId", "businessLine", region, customer, amount, currency, state, version, "placedAt"
       FROM jsonb_to_recordset($1) AS o ("orderId" text, "businessLine" text, region text, customer text,
         amount numeric, currency text, state text, version bigint, "placedAt" timestamptz)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(orders)],
    );
  }
}
