import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startThrowAwayPostgres } from '../embedded-postgres/throw-away.mjs';
import { inProject } from '../parts/project.mjs';

const DATABASE = 'countersign';
const APP_ROLE = 'countersign_app';

/**
 * @typedef {object} ThrowAwayDatabase
 * @property {{ DATABASE_URL: string, DATABASE_OWNER_URL: string }} environment what the engine is started with
 * @property {() => Promise<void>} discard leaves nothing behind
 */

/**
 * A database for this run alone: in a PostgreSQL that is started and removed with it or, where DATABASE_URL names a server,
 * a new database beside the one that is named there, which is not touched.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<ThrowAwayDatabase>}
 */
export async function throwAwayDatabase(env) {
  return env.DATABASE_URL ? besides(env.DATABASE_URL, env.DATABASE_OWNER_URL || env.DATABASE_URL) : embedded();
}

/** @returns {Promise<ThrowAwayDatabase>} */
async function embedded() {
  const postgres = await startThrowAwayPostgres({ parent: inProject('.data/demo') });
  try {
    await postgres.ensureDatabase(DATABASE);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return {
    environment: { DATABASE_URL: postgres.url(DATABASE, APP_ROLE), DATABASE_OWNER_URL: postgres.url(DATABASE) },
    discard: () => postgres.stop(),
  };
}

/**
 * @param {string} url
 * @param {string} ownerUrl
 * @returns {Promise<ThrowAwayDatabase>}
 */
async function besides(url, ownerUrl) {
  const name = `countersign_demo_${randomBytes(6).toString('hex')}`;
  await asOwner(ownerUrl, `CREATE DATABASE ${name}`);
  return {
    environment: { DATABASE_URL: inDatabase(url, name), DATABASE_OWNER_URL: inDatabase(ownerUrl, name) },
    discard: () => asOwner(ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/**
 * @param {string} url
 * @param {string} statement
 */
async function asOwner(url, statement) {
  const client = new pg.Client({ connectionString: url, application_name: 'countersign-demo' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * The same server, another database.
 *
 * @param {string} url
 * @param {string} database
 */
export function inDatabase(url, database) {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`);
}
