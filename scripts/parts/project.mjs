import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Lock of whoever installs or builds in this checkout. */
export const PREPARE_TURN = join(ROOT, '.data', 'prepare.lock');

/** @param {string} path below the checkout */
export const inProject = (path) => join(ROOT, path);

/** A fault that one sentence explains; no stack is shown. */
export class Explained extends Error {}

/** Refuses a Node that is older than what package.json asks for. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const wanted = String(engines.node).replace(/^>=/, '');
  if (isAtLeast(process.versions.node, wanted)) return;
  throw new Explained(`Countersign needs Node ${wanted} or later; this is ${process.versions.node}.`);
}

/**
 * @param {string} version "20.19.0"
 * @param {string} wanted
 */
export function isAtLeast(version, wanted) {
  const [have, want] = [version, wanted].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (have?.[i] ?? 0) - (want?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * Runs a script's work; what goes wrong is one sentence on stderr and exit code 1.
 *
 * @param {() => Promise<number | void>} work its number is the exit code
 */
export async function runScript(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    if (process.env.DEBUG && error instanceof Error) console.error(error.stack);
    process.exitCode = 1;
  }
}

/**
 * @param {string} moduleUrl `import.meta.url`
 * @returns {boolean} whether node was told to run this very file
 */
export function isCalledDirectly(moduleUrl) {
  return process.argv[1] !== undefined && fileURLToPath(moduleUrl) === process.argv[1];
}
