import pg from 'pg';
import type { Config } from '../config/config.js';

export const APP_ROLE = 'countersign_app';
export const SCHEMA = 'countersign';

/**
 * What every connection of the engine asks for at its start: the role that owns nothing, our schema first, durable commits, and
 * bounds on how long a statement or an idle transaction may hold locks.
 */
const SESSION = [
  `role=${APP_ROLE}`,
  `search_path=${SCHEMA}`,
  'synchronous_commit=on',
  'statement_timeout=15000',
  'lock_timeout=10000',
  'idle_in_transaction_session_timeout=15000',
  'timezone=UTC',
];

/** A pool whose connections run as `countersign_app`. Never throws for a connection that breaks while idle: `onError` hears of it. */
export function appPool(
  config: Pick<Config, 'databaseUrl' | 'databasePool'>,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max: config.databasePool,
    connectionTimeoutMillis: 5_000,
    application_name: 'countersign',
    options: SESSION.map((setting) => `-c ${setting}`).join(' '),
  });
  pool.on('error', onError);
  // The pool listens while a connection is idle. One that breaks in the middle of a transaction would end the process: it is
  // enough that the next statement on it fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
