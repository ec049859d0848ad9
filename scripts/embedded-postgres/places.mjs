import { createHash } from 'node:crypto';
import { lchownSync, lstatSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * @typedef {object} Account who runs the server
 * @property {number} uid
 * @property {number} gid
 *
 * @typedef {object} Places
 * @property {string} base everything below belongs to this one cluster
 * @property {string} data
 * @property {string} sockets
 * @property {string} log
 * @property {string} turn lock of those who start or stop it
 * @property {string} users who is signed in
 */

// sun_path holds 104 bytes on macOS and 108 on Linux, with its final zero.
const SOCKET_PATH_BYTES = 100;

export const isRoot = () => process.getuid?.() === 0;

/**
 * Where the cluster of `directory` lives. PostgreSQL refuses to run as root, and root's checkout may lie below a
 * folder that no other account can enter: for root everything is under /var/lib.
 *
 * @param {{ directory: string, name: string }} wanted
 * @returns {Places}
 */
export function placesOf({ directory, name }) {
  const whole = resolve(directory);
  const short = createHash('sha256').update(whole).digest('hex').slice(0, 12);
  const base = isRoot() ? `/var/lib/${name}-${short}` : whole;
  return {
    base,
    data: join(base, 'pg'),
    sockets: socketFolder(base, `${name}-${process.getuid?.()}-${short}`),
    log: join(base, 'postgres.log'),
    turn: join(base, 'turn.lock'),
    users: join(base, 'users'),
  };
}

/**
 * @param {string} base
 * @param {string} fallback
 */
function socketFolder(base, fallback) {
  const below = join(base, 'run');
  const longest = Buffer.byteLength(join(below, '.s.PGSQL.5432'));
  return longest <= SOCKET_PATH_BYTES ? below : join('/tmp', fallback);
}

/**
 * Makes the folders that must exist before a server can start.
 *
 * @param {Places} places
 * @param {Account | null} account
 */
export function preparePlaces(places, account) {
  mkdirSync(places.base, { recursive: true, mode: account ? 0o711 : 0o700 });
  mkdirSync(places.sockets, { recursive: true, mode: 0o700 });
  if (account) lchownSync(places.sockets, account.uid, account.gid);
  assertPrivate(places.sockets, account?.uid ?? process.getuid?.());
}

/**
 * Everyone who reaches the socket is trusted, so its folder must be closed to all others. Stops a folder that
 * somebody prepared for us, or a link to one, at a path that can be guessed.
 *
 * @param {string} folder
 * @param {number | undefined} owner
 */
export function assertPrivate(folder, owner) {
  const is = lstatSync(folder);
  if (is.isDirectory() && is.uid === owner && (is.mode & 0o077) === 0) return;
  throw new Error(
    `${folder} must be a folder of ours that nobody else can enter (mode 700); remove it, then try again.`,
  );
}
