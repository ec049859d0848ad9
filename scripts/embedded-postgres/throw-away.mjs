import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, processIdentity } from '../parts/process-identity.mjs';
import { startEmbeddedPostgres } from './index.mjs';
import { placesOf } from './places.mjs';
import { runningServer, stopServer } from './postmaster.mjs';

const NAME = 'countersign-test';

// Many tests with pools of their own share it.
const SETTINGS = { max_connections: '200' };

/**
 * A cluster for one test run: `stop` leaves neither process nor file. Clusters of runs that were killed go first.
 *
 * @param {import('./throw-away.mjs').ThrowAwayOptions} options
 * @returns {Promise<import('./index.mjs').EmbeddedPostgres>}
 */
export async function startThrowAwayPostgres({ parent, settings = {}, log = () => {} }) {
  mkdirSync(parent, { recursive: true });
  await discardAbandoned(parent);
  const directory = join(parent, `${processIdentity()}.${randomBytes(4).toString('hex')}`);
  mkdirSync(directory);
  try {
    const all = { ...SETTINGS, ...settings };
    const cluster = await startEmbeddedPostgres({ directory, name: NAME, settings: all, durability: 'none', log });
    const stop = () => cluster.stop().then(() => remove(directory));
    return { ...cluster, stop };
  } catch (error) {
    remove(directory);
    throw error;
  }
}

/** @param {string} parent */
async function discardAbandoned(parent) {
  for (const entry of readdirSync(parent)) {
    if (isRunning(entry.split('.')[0] ?? '')) continue;
    const directory = join(parent, entry);
    const orphan = await runningServer(placesOf({ directory, name: NAME }));
    if (orphan) await stopServer(orphan, 'none');
    remove(directory);
  }
}

/** @param {string} directory */
function remove(directory) {
  const { base, sockets } = placesOf({ directory, name: NAME });
  for (const folder of [base, sockets, directory]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
