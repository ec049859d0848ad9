import pg from 'pg';
import { inTurn } from '../parts/turn.mjs';
import { pidOf } from '../parts/process-identity.mjs';
import { findBinaries } from './binaries.mjs';
import { ensureCluster } from './cluster.mjs';
import { isRoot, placesOf, preparePlaces } from './places.mjs';
import { connectionString, launchServer, runningServer, stopServer } from './postmaster.mjs';
import { isInUse, signIn } from './presence.mjs';
import { ensureSystemUser } from './system-user.mjs';

/**
 * A real PostgreSQL for one machine, from the programs that npm brought, reachable by a socket of its own only.
 * Whoever can enter the socket's folder (mode 700) is trusted; nobody else gets that far.
 * A server that a killed starter left behind is taken over; starters of the same folder share one server,
 * and the last of them to stop switches it off.
 *
 * @param {import('./index.mjs').EmbeddedPostgresOptions} options
 * @returns {Promise<import('./index.mjs').EmbeddedPostgres>}
 */
export async function startEmbeddedPostgres({
  directory,
  name = 'countersign',
  settings = {},
  durability = 'full',
  log = () => {},
}) {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL does not run on Windows; use WSL, or set DATABASE_URL.');
  }
  const account = isRoot() ? await ensureSystemUser('countersign-pg', log) : null;
  const places = placesOf({ directory, name });
  preparePlaces(places, account);
  const binary = findBinaries(places.base);
  const presence = signIn(places.users);
  try {
    const started = await inTurn(places.turn, async () => {
      const orphan = await runningServer(places);
      if (orphan) return { server: orphan, adopted: true, fresh: false };
      const fresh = ensureCluster({ places, account, durability, initdb: binary('initdb') });
      return {
        server: await launchServer({ places, account, durability, postgres: binary('postgres'), settings }),
        adopted: false,
        fresh,
      };
    });
    return handleOf({ places, presence, durability, ...started });
  } catch (error) {
    presence.leave();
    throw error;
  }
}

/**
 * @param {{ places: import('./places.mjs').Places, presence: { leave(): void }, durability: 'full' | 'none', server: string, adopted: boolean, fresh: boolean }} started
 * @returns {import('./index.mjs').EmbeddedPostgres}
 */
function handleOf({ places, presence, durability, server, adopted, fresh }) {
  /** @type {import('./index.mjs').EmbeddedPostgres['url']} */
  const url = (database, role) => connectionString(places, database, role);
  /** @type {Promise<void> | undefined} */
  let stopping;
  const stop = () =>
    inTurn(places.turn, async () => {
      presence.leave();
      if (isInUse(places.users)) return;
      // It may have crashed and been started again by another of its users.
      await stopServer((await runningServer(places)) ?? server, durability);
    });
  return {
    base: places.base,
    pid: pidOf(server),
    adopted,
    fresh,
    url,
    ensureDatabase: (name) => ensureDatabase(url('postgres'), name),
    stop: () => (stopping ??= stop()),
  };
}

/**
 * @param {string} maintenanceUrl
 * @param {string} name
 */
async function ensureDatabase(maintenanceUrl, name) {
  const client = new pg.Client({ connectionString: maintenanceUrl, ssl: false });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // 42P04 duplicate_database, or 23505 on its index: another starter made it meanwhile.
    if (!['42P04', '23505'].includes(/** @type {{ code?: string }} */ (error).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}
