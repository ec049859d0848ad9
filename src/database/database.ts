import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DatabaseUnavailable, isUnavailable } from './unavailable.js';

/** One transaction of one tenant. */
export interface Tx {
  query<R>(sql: string, values?: readonly unknown[]): Promise<R[]>;
}

export const POOL = Symbol('pg.Pool');

const TENANT = /^[a-z][a-z0-9-]{1,40}$/;

/** The engine's way to PostgreSQL: raw SQL on a pool whose connections run as `countersign_app`. */
@Injectable()
export class Database implements OnApplicationShutdown {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * One statement, autocommit, prepared under `name`. For the SQL functions, which set the tenant themselves, and for the few
   * tables that belong to no tenant. Throws `DatabaseUnavailable` when the server is away.
   */
  async query<R>(name: string, sql: string, values: readonly unknown[] = []): Promise<R[]> {
    try {
      const result = await this.pool.query({ name, text: sql, values: [...values] });
      return result.rows as R[];
    } catch (error) {
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
    }
  }

  /**
   * A short transaction that sees one tenant only: row-level security reads the LOCAL setting that is made here. An error
   * rolls back and is passed on. A COMMIT that PostgreSQL answers with ROLLBACK (an error was swallowed inside) is a fault.
   */
  async tenant<T>(tenant: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (!TENANT.test(tenant)) throw new Error('not a tenant id');
    let client: pg.PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
    }
    try {
      // One round trip; the tenant's form was checked above.
      await client.query(`BEGIN; SET LOCAL countersign.tenant = '${tenant}'`);
      const value = await work({
        query: async <R>(sql: string, values: readonly unknown[] = []) =>
          (await client.query(sql, [...values])).rows as R[],
      });
      const end = await client.query('COMMIT');
      if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back although its work returned');
      client.release();
      return value;
    } catch (error) {
      await giveBack(client);
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

/** Returns a client after an error: clean, or not at all, since one left in a transaction carries SET LOCAL to the next borrower. */
async function giveBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    client.release(error as Error);
  }
}
