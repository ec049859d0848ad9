import pg from 'pg';
import type { TestDatabase } from './database.js';

/** A transaction of somebody else, as the owner of the tables, that holds its locks until it is told to end. */
export interface OtherTransaction {
  query(sql: string, values?: unknown[]): Promise<unknown>;
  /** Resolves when so many other connections wait for a lock of this one; fails after five seconds. */
  blocking(others?: number): Promise<void>;
  commit(): Promise<void>;
}

/** Begins one, and runs `first` in it: the statement whose locks it holds. */
export async function otherTransaction(
  database: TestDatabase,
  first: string,
  values?: unknown[],
): Promise<OtherTransaction> {
  const client = new pg.Client({
    connectionString: database.url,
    options:
      '-c search_path=countersign -c row_security=off -c lock_timeout=5000 -c idle_in_transaction_session_timeout=5000',
  });
  // A test that fails leaves it open: it ends by itself, and keeps nobody else waiting.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query(first, values);
  return {
    query: (sql, more) => client.query(sql, more),
    blocking: async (others = 1) => {
      const waiting =
        'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid))';
      for (const until = Date.now() + 5_000; Date.now() < until; await new Promise((r) => setTimeout(r, 10))) {
        if ((await database.query(waiting, [rows[0]?.pid])).length >= others) return;
      }
      throw new Error('nobody waits for the lock');
    },
    commit: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
}
