import { resolve } from 'node:path';
import { endCommands } from './parts/commands.mjs';
import { ensureDependencies } from './parts/dependencies.mjs';
import { spawnEngine } from './parts/engine-process.mjs';
import { PREPARE_TURN, ROOT, requireNode, runScript } from './parts/project.mjs';
import { listenForStop } from './parts/stop-request.mjs';
import { inTurn } from './parts/turn.mjs';
import { build } from './build.mjs';

const DATABASE = 'countersign';
const APP_ROLE = 'countersign_app';
const PATIENCE_MS = 30_000;

const stop = listenForStop();

await runScript(async () => {
  requireNode();
  try {
    await prepare();
  } catch (error) {
    if (stop.asked.aborted) return 130;
    throw error;
  }
  const database = process.env.DATABASE_URL ? null : await startDatabase();
  try {
    return stop.asked.aborted ? 130 : await serve({ ...process.env, ...database?.environment });
  } finally {
    await database?.stop();
  }
});

/** Dependencies and build, while no other start or test run of this checkout is at them. */
async function prepare() {
  stop.asked.addEventListener('abort', endCommands);
  const work = async () => {
    await ensureDependencies();
    stop.asked.throwIfAborted();
    await build();
    stop.asked.throwIfAborted();
  };
  const onWait = (/** @type {number} */ pid) =>
    console.log(`Waiting for process ${pid}, which is installing or building …`);
  await inTurn(PREPARE_TURN, work, { onWait, signal: stop.asked });
}

async function startDatabase() {
  // Only now is `pg` sure to be installed.
  const { startEmbeddedPostgres } = await import('./embedded-postgres/index.mjs');
  const directory = resolve(ROOT, process.env.DATA_DIR || '.data');
  const postgres = await startEmbeddedPostgres({ directory, log: console.log });
  try {
    await postgres.ensureDatabase(DATABASE);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  if (postgres.fresh) console.log(`Made a new database in ${postgres.base}`);
  return {
    environment: { DATABASE_URL: postgres.url(DATABASE, APP_ROLE), DATABASE_OWNER_URL: postgres.url(DATABASE) },
    stop: () => postgres.stop(),
  };
}

/**
 * Runs the server until it ends or is asked to. Nothing that it started survives it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code
 */
function serve(env) {
  const child = spawnEngine(env, 'inherit');
  const kill = () => child.kill('SIGKILL');
  stop.forced.addEventListener('abort', kill);
  stop.asked.addEventListener('abort', () => {
    child.kill('SIGTERM');
    setTimeout(kill, PATIENCE_MS).unref();
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      endGroup(child.pid);
      done(stop.forced.aborted ? 130 : (code ?? (stop.asked.aborted ? 0 : 1)));
    });
  });
}

/** @param {number | undefined} leader */
function endGroup(leader) {
  try {
    if (leader) process.kill(-leader, 'SIGKILL');
  } catch {
    // Nobody is left in it, as it should be.
  }
}
