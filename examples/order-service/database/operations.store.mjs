/** @import pg from 'pg' */

/** @typedef {{ operationId: string, state: 'APPLIED' | 'ABORTED', result?: Record<string, string> }} Operation */

export class OperationsStore {
  #pool;

  /** @param {pg.Pool} pool */
  constructor(pool) {
    this.#pool = pool;
  }

  /**
   * What is known at this moment. Undefined says little: the request may be on its way.
   *
   * @param {string} operationId
   * @returns {Promise<Operation | undefined>}
   */
  async find(operationId) {
    const { rows } = await this.#pool.query(
      `SELECT jsonb_strip_nulls(jsonb_build_object('operationId', operation_id, 'state', state, 'result', result)) AS found
       FROM order_service.operation WHERE operation_id = $1`,
      [operationId],
    );
    return rows[0]?.found;
  }

  /**
   * Aborts the operation unless it was applied; what it answers is final.
   *
   * @param {string} operationId
   * @returns {Promise<Operation>}
   */
  async abortOrGet(operationId) {
    const { rows } = await this.#pool.query('SELECT order_service.abort_operation($1) AS operation', [operationId]);
    return rows[0].operation;
  }
}
