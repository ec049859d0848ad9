import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnEngine } from '../parts/engine-process.mjs';
import { processIdentity } from '../parts/process-identity.mjs';
import { Explained, inProject } from '../parts/project.mjs';

const READY_MS = 60_000;
const PATIENCE_MS = 10_000;
const POLL_MS = 100;
const LAST_LINES = 30;

// Whatever the person's own engine is configured with must not reach this one.
const FOREIGN =
  /^(OIDC_|CONSOLE_|SIGNING_KEY_FILE$|PUBLIC_URL$|ROLE$|HOST$|PORT$|NODE_ENV$|CONTRACTS_DIR$|POLICIES_DIR$)/;

/**
 * Starts an engine of our own in local mode, on a free port and with a data folder that is removed afterwards.
 *
 * @param {{ DATABASE_URL: string, DATABASE_OWNER_URL: string }} database
 * @param {AbortSignal} signal gives the start up
 */
export async function startEngine(database, signal) {
  const port = await freePort();
  // Beside the throw-away clusters and named like them: what a killed run leaves behind, the next one removes.
  const dataDir = inProject(`.data/demo/${processIdentity()}.engine`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  const env = {
    ...Object.fromEntries(inherited),
    ...database,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  };
  const child = spawnEngine(env, 'pipe');
  const said = listenTo(child);
  const ended = new Promise((resolve) => child.once('close', () => resolve(undefined)));
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, child, signal);
  } catch (error) {
    await stop();
    if (signal.aborted) throw error;
    throw new Explained(`The engine did not start:\n${said().join('\n')}`);
  }
  return { url, stop, said };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => string[]} the last lines that it wrote
 */
function listenTo(child) {
  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      lines.push(...chunk.split('\n').filter((line) => line.trim() !== ''));
      lines.splice(0, lines.length - LAST_LINES);
    });
  }
  child.once('error', (error) => lines.push(error.message));
  return () => lines;
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 * @param {AbortSignal} signal
 */
async function untilReady(url, child, signal) {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended');
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await ready?.arrayBuffer().catch(() => undefined);
    if (ready?.ok) return;
    await sleep(POLL_MS, undefined, { signal });
  }
  throw new Error('it was not ready in time');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
