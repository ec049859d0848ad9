import pg from 'pg';
import { inject } from 'vitest';
import { Config, readConfig } from '../../src/config/config.js';
import { migrate } from '../../src/database/migrate.js';

const TEMPLATE = 'countersign_template';
const TEMPLATE_LOCK = 4_310_001;

declare module 'vitest' {
  export interface ProvidedContext {
    /** Owner URL of the maintenance database of the test cluster. */
    databaseUrl: string;
  }
}

export interface TestDatabase {
  /** Owner's connection string of a database of this test's own, migrated and empty. */
  readonly url: string;
  readonly name: string;
  /** One statement as the owner, with row-level security switched off: for arranging and for counting. */
  query<R>(sql: string, values?: unknown[]): Promise<R[]>;
  /** The configuration that an engine on this database would read. */
  config(overrides?: NodeJS.ProcessEnv): Config;
  drop(): Promise<void>;
}

/** A migrated database of its own for one test file, copied from a template that is made once for each run. */
export async function testDatabase(): Promise<TestDatabase> {
  const maintenance = inject('databaseUrl');
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await withClient(maintenance, async (client) => {
    // One at a time: the template must not be copied while it is made, nor copied twice at once.
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${TEMPLATE}_new`);
      await migrate(urlOf(maintenance, `${TEMPLATE}_new`));
      await client.query(`ALTER DATABASE ${TEMPLATE}_new RENAME TO ${TEMPLATE}`);
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  });
  return openDatabase(urlOf(maintenance, name), name);
}

/** A database that exists, by the superuser's connection string; `drop` drops it. */
export function openDatabase(url: string, name: string): TestDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    options: '-c search_path=countersign -c row_security=off',
  });
  pool.on('error', () => undefined);
  return {
    url,
    name,
    query: async <R>(sql: string, values?: unknown[]) => (await pool.query(sql, values)).rows as R[],
    config: (overrides) => readConfig({ DATABASE_URL: url, LOG_LEVEL: 'warn', ...overrides }),
    drop: async () => {
      await pool.end();
      await withClient(urlOf(url, 'postgres'), (client) =>
        client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      );
    },
  };
}

/** The same server, another database. */
export function urlOf(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
