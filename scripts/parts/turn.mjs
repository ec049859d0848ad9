import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, pidOf, processIdentity } from './process-identity.mjs';

const POLL_MS = 40;

/**
 * Runs `work` while no other process on this machine is inside the same `file`'s turn.
 * A holder that was killed is noticed and its turn passes on.
 *
 * @template T
 * @param {string} file the lock; its folder is made when missing
 * @param {() => T | Promise<T>} work
 * @param {{ waitMs?: number, onWait?: (pid: number) => void, signal?: AbortSignal }} [options] `waitMs`: when to give up
 * @returns {Promise<Awaited<T>>}
 */
export async function inTurn(file, work, { waitMs = 300_000, onWait = () => {}, signal } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  const claim = `${processIdentity()} ${randomBytes(6).toString('hex')}`;
  await take(file, claim, { waitMs, onWait, signal });
  try {
    return await work();
  } finally {
    if (holderOf(file) === claim) rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @param {string} claim
 * @param {{ waitMs: number, onWait: (pid: number) => void, signal: AbortSignal | undefined }} patience
 */
async function take(file, claim, { waitMs, onWait, signal }) {
  const deadline = Date.now() + waitMs;
  let told = false;
  while (!tryClaim(file, claim)) {
    const holder = holderOf(file);
    if (holder === null) continue;
    const identity = holder.split(' ')[0] ?? '';
    if (!isRunning(identity)) {
      removeDead(file, holder);
      continue;
    }
    if (Date.now() > deadline) {
      throw new Error(
        `Process ${pidOf(identity)} has been holding ${file} for ${waitMs / 1000} s; stop it, then try again.`,
      );
    }
    if (!told) onWait(pidOf(identity));
    told = true;
    await sleep(POLL_MS, undefined, signal && { signal });
  }
}

/**
 * A hard link appears whole: nobody ever reads a lock without its holder's name.
 *
 * @param {string} file
 * @param {string} claim
 */
function tryClaim(file, claim) {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, claim, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Takes a dead holder's lock away. Two that do so at once must not remove the lock which the faster one has
 * taken meanwhile: what was moved aside is looked at, and put back when it is not the dead one's.
 *
 * @param {string} file
 * @param {string} dead
 */
function removeDead(file, dead) {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== dead) linkSync(aside, file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}
