import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, processIdentity } from '../parts/process-identity.mjs';

/**
 * Signs this process in as a user of the server, so that whoever leaves last switches it off, and nobody earlier.
 *
 * @param {string} folder
 * @returns {{ leave(): void }}
 */
export function signIn(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entry = join(folder, `${processIdentity()}.${randomBytes(6).toString('hex')}`);
  writeFileSync(entry, '', { mode: 0o600 });
  return { leave: () => rmSync(entry, { force: true }) };
}

/**
 * @param {string} folder
 * @returns {boolean} whether a living process is signed in; entries of killed ones are swept away
 */
export function isInUse(folder) {
  let inUse = false;
  for (const entry of entriesOf(folder)) {
    if (isRunning(entry.split('.')[0] ?? '')) inUse = true;
    else rmSync(join(folder, entry), { force: true });
  }
  return inUse;
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}
