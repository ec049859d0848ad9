/** @import pg from 'pg' */

/** @typedef {{ seq: number, operationId: string, orderId: string, appliedAt: string }} Effect */

export class LedgerStore {
  #pool;

  /** @param {pg.Pool} pool */
  constructor(pool) {
    this.#pool = pool;
  }

  /**
   * The effects after a number, oldest first. Numbers are dense and ordered by commit, so none appears behind the reader.
   *
   * @param {number} after
   * @param {number} limit
   * @returns {Promise<Effect[]>}
   */
  async after(after, limit) {
    const { rows } = await this.#pool.query(
      `SELECT seq, operation_id, order_id, order_service.rfc3339(applied_at) AS applied_at
       FROM order_service.effect WHERE seq > $1 ORDER BY seq LIMIT $2`,
      [after, limit],
    );
    return rows.map((row) => ({
      seq: Number(row.seq),
      operationId: row.operation_id,
      orderId: row.order_id,
      appliedAt: row.applied_at,
    }));
  }

  /** @returns {Promise<number>} the number of the last effect, 0 when there is none */
  async head() {
    const { rows } = await this.#pool.query('SELECT seq FROM order_service.ledger_head');
    return Number(rows[0].seq);
  }
}
