import { spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isRunning, pidOf, processIdentity } from '../parts/process-identity.mjs';
import { OWNER_ROLE, SERVER_ENVIRONMENT } from './cluster.mjs';

/** @typedef {import('./places.mjs').Places} Places */

const PORT = 5432;
const START_MS = 60_000;
const RETRY_MS = 250;
const LOG_BYTES = 8 * 1024 * 1024;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const NO_DURABILITY = { fsync: 'off', full_page_writes: 'off' };

/**
 * A connection string that `pg` and libpq read alike; `localhost` is there for those who parse it as a URL.
 *
 * @param {Places} places
 * @param {string} database
 * @param {string} [role]
 */
export function connectionString({ sockets }, database, role = OWNER_ROLE) {
  const [user, name] = [role, database].map(encodeURIComponent);
  return `postgresql://${user}@localhost:${PORT}/${name}?host=${encodeURIComponent(sockets)}`;
}

/**
 * @param {Places} places
 * @returns {Promise<string | null>} the identity of the server that answers for this very data folder
 */
export async function runningServer(places) {
  const client = new pg.Client({
    connectionString: connectionString(places, 'postgres'),
    connectionTimeoutMillis: 1000,
    ssl: false,
  });
  // A server that dies between two packets is "not running", not a fault of ours.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('show data_directory');
    if (realpathSync(rows[0].data_directory) !== realpathSync(places.data)) return null;
    return processIdentity(postmasterPid(places));
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param {Places} places */
function postmasterPid({ data }) {
  return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
}

/**
 * Starts a server in a session of its own: neither Ctrl-C at the terminal nor our own death reaches it.
 *
 * @param {{ places: Places, account: import('./places.mjs').Account | null, durability: 'full' | 'none', postgres: string, settings: Readonly<Record<string, string>> }} setup
 * @returns {Promise<string>} its identity
 */
export async function launchServer(setup) {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const { server, words } = await tryLaunch(setup, deadline);
    if (server) return server;
    // A starter that was killed may have left a server that is not ready yet, and one that was killed leaves children
    // which need a moment to let go of its memory: both pass.
    const passes = /lock file|shared memory block/.test(words);
    if (!passes || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${faultIn(words)} (its log is ${setup.places.log})`);
    }
    await sleep(RETRY_MS);
  }
}

/**
 * @param {Parameters<typeof launchServer>[0]} setup
 * @param {number} deadline
 * @returns {Promise<{ server: string | null, words: string }>} `words`: what was logged meanwhile
 */
async function tryLaunch({ places, account, durability, postgres, settings }, deadline) {
  const all = { ...SETTINGS, ...(durability === 'none' ? NO_DURABILITY : {}), ...settings };
  const options = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const log = openLog(places.log);
  const child = spawn(postgres, ['-D', places.data, '-k', places.sockets, '-p', String(PORT), ...options], {
    ...account,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log.file, log.file],
  });
  closeSync(log.file);
  let ended = false;
  let refusal = '';
  child.once('exit', () => (ended = true));
  child.once('error', (error) => {
    refusal = error.message;
    ended = true;
  });
  child.unref();
  while (!ended) {
    const server = await runningServer(places);
    if (server) return { server, words: '' };
    if (Date.now() > deadline) child.kill('SIGKILL');
    await sleep(15);
  }
  return { server: null, words: refusal || readFileSync(places.log).subarray(log.from).toString('utf8') };
}

/**
 * @param {string} path
 * @returns {{ file: number, from: number }} `from`: where what is written next begins
 */
function openLog(path) {
  if (existsSync(path) && statSync(path).size > LOG_BYTES) rmSync(path);
  const file = openSync(path, 'a', 0o600);
  return { file, from: fstatSync(file).size };
}

/** @param {string} words */
function faultIn(words) {
  const lines = words.trim().split('\n');
  const fault = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1);
  return fault?.replace(/^.*?(FATAL|PANIC):\s*/, '') || 'it ended without a word';
}

/**
 * Stops a server and waits until it is gone: connections are broken off, and everything is written where that matters.
 *
 * @param {string} server identity
 * @param {'full' | 'none'} durability
 */
export async function stopServer(server, durability) {
  const began = Date.now();
  let sent = '';
  while (isRunning(server)) {
    const waited = Date.now() - began;
    if (waited > 40_000) throw new Error(`PostgreSQL (process ${pidOf(server)}) does not stop.`);
    const signal = durability === 'none' || waited > 20_000 ? 'SIGQUIT' : 'SIGINT';
    if (signal !== sent) process.kill(pidOf(server), signal);
    sent = signal;
    await sleep(10);
  }
}
