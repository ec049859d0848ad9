import pg from 'pg';
import { assertSchemaCompatibility, runMigrations as runQueueMigrations } from 'bullmq';
import { DataSource } from 'typeorm';
import { Initial1764550000000 } from '../../migrations/1764550000000-initial.js';
import { APP_ROLE, SCHEMA } from './pool.js';
import { isUnavailable } from './unavailable.js';

export const QUEUE_SCHEMA = 'bullmq';

// Any number that nothing else in the database uses: one migrating process at a time.
const MIGRATION_LOCK = 7_150_326_219;

const MIGRATIONS = [Initial1764550000000];

/**
 * True when the engine's connection finds the schema of this version: nothing is to be migrated, and no owner is needed.
 * Throws what the database says when it cannot be reached.
 */
export async function isUpToDate(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${SCHEMA}.schema_migration`);
    const done = new Set(rows.map((row) => row.name));
    if (!MIGRATIONS.every((migration) => done.has(migration.name))) return false;
    await assertSchemaCompatibility(client, QUEUE_SCHEMA);
    return true;
  } catch (error) {
    if (isUnavailable(error) || isWrongPassword(error)) throw error;
    // No such role, schema or table yet, or a schema that this version of the queue does not know.
    return false;
  } finally {
    await client.end();
  }
}

function isWrongPassword(error: unknown): boolean {
  return (error as { code?: unknown }).code === '28P01';
}

/**
 * Brings the schema of the engine and of the PostgreSQL queue up to date, under the owner's connection. Safe to call from
 * several processes at once. Throws what the database says.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const lock = new pg.Client({ connectionString: ownerUrl, application_name: 'countersign-migrate' });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await ensureRole(lock);
    await lock.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await migrateEngine(ownerUrl);
    await migrateQueue(ownerUrl);
  } finally {
    await lock.end();
  }
}

async function ensureRole(client: pg.Client): Promise<void> {
  await client.query(`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
        CREATE ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was faster
    END $$`);
  await client.query(`
    DO $$ BEGIN
      -- Whoever creates a role may grant it, which from PostgreSQL 16 on does not include becoming it.
      EXECUTE 'GRANT ${APP_ROLE} TO ' || quote_ident(current_user);
    EXCEPTION WHEN insufficient_privilege THEN NULL; -- somebody else manages roles here; the proof at the start tells
    END $$`);
}

async function migrateEngine(ownerUrl: string): Promise<void> {
  const source = new DataSource({
    type: 'postgres',
    url: ownerUrl,
    schema: SCHEMA,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    extra: { options: `-c search_path=${SCHEMA}`, max: 2 },
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
  });
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}

async function migrateQueue(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await runQueueMigrations(client, QUEUE_SCHEMA);
    // CREATE: the backend makes a sequence for each queue when it is first used.
    await client.query(`GRANT USAGE, CREATE ON SCHEMA bullmq TO ${APP_ROLE}`);
    await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bullmq TO ${APP_ROLE}`);
    await client.query(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA bullmq TO ${APP_ROLE}`);
    await client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bullmq TO ${APP_ROLE}`);
  } finally {
    await client.end();
  }
}
