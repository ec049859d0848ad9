import pg from 'pg';

/**
 * The order system's own books, read past the engine: what was really done, and how often.
 *
 * @param {string} ownerUrl
 * @param {string} tenant
 */
export async function openLedger(ownerUrl, tenant) {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'countersign-demo',
    options: '-c search_path=countersign',
  });
  // The server goes away with the demonstration, whoever is faster.
  client.on('error', () => undefined);
  await client.connect();
  // Row-level security binds the owner too.
  await client.query("SELECT set_config('countersign.tenant', $1, false)", [tenant]);
  return {
    /**
     * How often an order was cancelled.
     *
     * @param {string} order
     * @returns {Promise<number>}
     */
    async effectsOn(order) {
      const { rows } = await client.query(
        "SELECT count(*)::integer AS n FROM order_event WHERE tenant = $1 AND order_id = $2 AND kind = 'CANCELLED'",
        [tenant, order],
      );
      return rows[0].n;
    },
    /** @returns {Promise<{ order: string, operation: string }[]>} all effects, in the order in which they happened */
    async effects() {
      const { rows } = await client.query(
        'SELECT order_id AS "order", operation_id AS operation FROM order_event WHERE tenant = $1 ORDER BY at, order_id',
        [tenant],
      );
      return rows;
    },
    close: () => client.end(),
  };
}

/** @typedef {Awaited<ReturnType<typeof openLedger>>} Ledger */
