import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The unprivileged account that runs the server when we are root; made on first use.
 *
 * @param {string} name
 * @param {(line: string) => void} log
 * @returns {Promise<import('./places.mjs').Account>}
 */
export async function ensureSystemUser(name, log) {
  let refusal = '';
  // Two starters may both add it, and the account files are locked meanwhile: the loser looks again.
  for (let attempt = 0; attempt < 20; attempt++) {
    const account = accountOf(name);
    if (account) return account;
    const made = spawnSync('useradd', USERADD.concat(name), { encoding: 'utf8' });
    if (made.status === 0) log(`Added the system user ${name}, because PostgreSQL does not run as root.`);
    else refusal = made.error?.message ?? made.stderr.trim();
    if (made.status !== 0) await sleep(100);
  }
  throw new Error(
    `The system user ${name} could not be added (${refusal}); start as another user than root, or set DATABASE_URL.`,
  );
}

const USERADD = [
  '--system',
  '--user-group',
  '--no-create-home',
  '--home-dir',
  '/nonexistent',
  '--shell',
  '/usr/sbin/nologin',
];

/** @param {string} name */
function accountOf(name) {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid === null || gid === null ? null : { uid, gid };
}

/**
 * @param {string} flag
 * @param {string} name
 */
function idOf(flag, name) {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return answer.status === 0 ? Number(answer.stdout) : null;
}
