import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { lint, printLint } from './lint.mjs';
import { closingLine } from './parts/closing-line.mjs';
import { endCommands, runInstalled } from './parts/commands.mjs';
import { ensureDependencies } from './parts/dependencies.mjs';
import { inProject, PREPARE_TURN, requireNode, runScript } from './parts/project.mjs';
import { listenForStop } from './parts/stop-request.mjs';
import { ensureSystemPackages } from './parts/system-packages.mjs';
import { inTurn } from './parts/turn.mjs';

/** @typedef {import('./parts/closing-line.mjs').Counts} Counts */

const NOTHING_RAN = { passed: 0, failed: 1, skipped: 0 };

const stop = listenForStop();
stop.asked.addEventListener('abort', endCommands);

await runScript(async () => {
  requireNode();
  const args = process.argv.slice(2);
  let counts = NOTHING_RAN;
  try {
    counts = await testAndLint(args);
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  }
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
});

/**
 * @param {string[]} args of vitest, and our own `--no-lint`
 * @returns {Promise<Counts>} every check of the linters that fails counts as one failure
 */
async function testAndLint(args) {
  await inTurn(PREPARE_TURN, prepare, { signal: stop.asked });
  const linting = args.includes('--no-lint') ? Promise.resolve(null) : lint();
  const [tested, linted] = await Promise.allSettled([runTests(args.filter((arg) => arg !== '--no-lint')), linting]);
  if (linted.status === 'rejected') throw linted.reason;
  if (linted.value) printLint(linted.value);
  if (tested.status === 'rejected') throw tested.reason;
  return { ...tested.value, failed: tested.value.failed + (linted.value?.length ?? 0) };
}

async function prepare() {
  await ensureDependencies();
  await ensureSystemPackages();
  stop.asked.throwIfAborted();
  await build();
  stop.asked.throwIfAborted();
}

/**
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
async function runTests(args) {
  const { startThrowAwayPostgres } = await import('./embedded-postgres/throw-away.mjs');
  const cluster = await startThrowAwayPostgres({ parent: inProject('.data/test-clusters'), log: console.log });
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  const summary = join(folder, 'summary.json');
  try {
    stop.asked.throwIfAborted();
    const env = { ...process.env, TEST_DATABASE_URL: cluster.url('postgres'), TEST_SUMMARY_FILE: summary };
    const { code } = await runInstalled('vitest/vitest.mjs', ['run', ...args], { env, output: 'shown' });
    const counts = readSummary(summary);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await cluster.stop();
  }
}

/**
 * @param {string} file that our reporter writes
 * @returns {Counts}
 */
function readSummary(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // vitest died before it could report.
    return NOTHING_RAN;
  }
}
