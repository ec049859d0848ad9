import { build } from './build.mjs';
import { endCommands } from './parts/commands.mjs';
import { ensureDependencies } from './parts/dependencies.mjs';
import { PREPARE_TURN, requireNode, runScript } from './parts/project.mjs';
import { listenForStop } from './parts/stop-request.mjs';
import { inTurn } from './parts/turn.mjs';

const WHOLE_STORY_MS = 180_000;

const json = process.argv.slice(2).includes('--json');
const stop = listenForStop();

await runScript(async () => {
  requireNode();
  // Standard output belongs to the facts.
  if (json) console.log = console.error;
  try {
    await prepare();
    const signal = AbortSignal.any([stop.asked, AbortSignal.timeout(WHOLE_STORY_MS)]);
    return await perform(signal);
  } catch (error) {
    if (stop.asked.aborted) return 130;
    if (error instanceof Error && error.name === 'TimeoutError') {
      const words = `The demonstration took longer than ${WHOLE_STORY_MS / 1000} s and was given up.`;
      throw new Error(words, { cause: error });
    }
    throw error;
  }
});

/** Dependencies and build, while nobody else in this checkout is at them. */
async function prepare() {
  stop.asked.addEventListener('abort', endCommands);
  await inTurn(
    PREPARE_TURN,
    async () => {
      await ensureDependencies();
      stop.asked.throwIfAborted();
      await build();
      stop.asked.throwIfAborted();
    },
    { signal: stop.asked },
  );
}

/**
 * Raises the stage, plays, and takes it down again, whatever happens.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<number>} exit code
 */
async function perform(signal) {
  // Only now are the dependencies sure to be there.
  const [{ throwAwayDatabase }, { startEngine }, { openLedger }, { setStage }, { play }, { teller }] =
    await Promise.all([
      import('./demo/throw-away-database.mjs'),
      import('./demo/engine.mjs'),
      import('./demo/ledger.mjs'),
      import('./demo/stage.mjs'),
      import('./demo/story.mjs'),
      import('./demo/teller.mjs'),
    ]);
  const tell = teller({ out: process.stdout, silent: json, env: process.env });
  const began = Date.now();
  tell.title('Countersign: an agent asks, people sign, it happens exactly once');
  const database = await throwAwayDatabase(process.env);
  try {
    const engine = await startEngine(database.environment, signal);
    try {
      const ledger = await openLedger(database.environment.DATABASE_OWNER_URL, 'acme');
      try {
        tell.aside(`A real engine at ${engine.url}, a real PostgreSQL, real tokens; all of it is gone in a moment.`);
        const stage = await setStage({ url: engine.url, tell, ledger, signal });
        await play(stage);
        await stage.assistant.close();
        return epilogue(stage, tell, began);
      } finally {
        await ledger.close();
      }
    } finally {
      await engine.stop();
    }
  } finally {
    await database.discard();
  }
}

/**
 * @param {import('./demo/stage.mjs').Stage} stage
 * @param {import('./demo/teller.mjs').Teller} tell
 * @param {number} began
 * @returns {number} exit code
 */
function epilogue({ facts, orders, assistant }, tell, began) {
  const { checked, differences } = facts;
  if (json) {
    const whole = { ok: differences.length === 0, protocol: assistant.protocol, checked, differences, orders };
    process.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
  }
  tell.gap();
  if (differences.length > 0) {
    tell.title(`${differences.length} of ${checked} facts are not as they should be.`);
    return 1;
  }
  tell.title(`${checked} facts, all true, in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  tell.aside('See it yourself in a browser: npm start');
  tell.gap();
  return 0;
}
