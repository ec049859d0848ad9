import { readFileSync } from 'node:fs';
import pg from 'pg';

// One file a statement or function, in the order in which they need each other.
const SQL_FILES = ['schema', 'rfc3339', 'cancel_order', 'abort_operation'];
const INSTALL_LOCK = 4_330_001;
const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;

/**
 * A pool on a database whose schema `order_service` is in place. What is in it stays: after a restart the ledger goes on.
 *
 * @param {string} url
 * @returns {Promise<pg.Pool>}
 */
export async function openDatabase(url) {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    application_name: 'order-service',
  });
  // A server that restarts cuts idle connections; the pool makes new ones.
  pool.on('error', () => undefined);
  try {
    await install(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}

/** @param {pg.Pool} pool */
async function install(pool) {
  const statements = SQL_FILES.map((name) => readFileSync(new URL(`sql/${name}.sql`, import.meta.url), 'utf8'));
  // Several statements in one query are one transaction; the lock keeps a second process that starts meanwhile waiting.
  await pool.query([`SELECT pg_advisory_xact_lock(${INSTALL_LOCK});`, ...statements].join('\n'));
}
