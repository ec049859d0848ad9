import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const OWNER_ROLE = 'countersign_owner';

const INITDB = [
  `--username=${OWNER_ROLE}`,
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

/**
 * All that the programs get of our environment: they run under another account, which must not hold our secrets, and
 * neither a PGDATESTYLE nor a language of the person at the keyboard may steer them.
 */
export const SERVER_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };

/**
 * Makes the data folder when there is none. It is made aside and moved into place whole: initdb that was killed
 * midway leaves nothing that looks like a cluster.
 *
 * @param {{ places: import('./places.mjs').Places, account: import('./places.mjs').Account | null, durability: 'full' | 'none', initdb: string }} setup
 * @returns {boolean} whether the cluster is new
 */
export function ensureCluster({ places, account, durability, initdb }) {
  if (existsSync(join(places.data, 'PG_VERSION'))) return false;
  const draft = `${places.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (account) chownSync(draft, account.uid, account.gid);
  const done = spawnSync(initdb, ['-D', draft, ...INITDB, ...(durability === 'none' ? ['--no-sync'] : [])], {
    ...account,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    encoding: 'utf8',
  });
  if (done.status !== 0) {
    throw new Error(`A new PostgreSQL data folder could not be made: ${done.error?.message ?? done.stderr.trim()}`);
  }
  moveIntoPlace(draft, places.data);
  return true;
}

/**
 * @param {string} draft
 * @param {string} data
 */
function moveIntoPlace(draft, data) {
  try {
    renameSync(draft, data);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
    throw new Error(`${data} holds files but no PostgreSQL data; move it away, then try again.`, { cause: error });
  }
}
