import { cpSync, existsSync, rmSync } from 'node:fs';
import { runInstalled } from './parts/commands.mjs';
import { fingerprint, isStamped, writeStamp } from './parts/fingerprint.mjs';
import { Explained, inProject, isCalledDirectly, requireNode, runScript } from './parts/project.mjs';

const COMMON = ['package-lock.json', 'tsconfig.json', 'scripts/build.mjs'];

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string[]} inputs
 * @property {string} result a file that exists once it was built
 * @property {() => Promise<void>} make
 */

/** @type {Part[]} */
const PARTS = [
  {
    title: 'server',
    inputs: ['src', 'migrations', 'tsconfig.build.json', ...COMMON],
    result: 'dist/src/main.js',
    make: buildServer,
  },
  { title: 'console', inputs: ['web', ...COMMON], result: 'web/dist/index.html', make: buildConsole },
];

/**
 * Builds the server into dist/ and the console into web/dist/, side by side, each only when its sources changed.
 *
 * @param {{ force?: boolean }} [options]
 */
export async function build({ force = false } = {}) {
  const outcomes = await Promise.allSettled(PARTS.map((part) => ensureBuilt(part, force)));
  const faults = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  if (faults.length > 0) throw new Explained(faults.map((fault) => fault.message).join('\n\n'));
}

/**
 * @param {Part} part
 * @param {boolean} force
 */
async function ensureBuilt({ title, inputs, result, make }, force) {
  const stamp = inProject(`dist/.stamps/${title}`);
  const value = fingerprint(inputs.map(inProject), isSource);
  if (!force && isStamped(stamp, value) && existsSync(inProject(result))) return;
  console.log(`Building the ${title} …`);
  rmSync(stamp, { force: true });
  await make();
  if (!existsSync(inProject(result))) throw new Explained(`The ${title} was built, but ${result} is not there.`);
  writeStamp(stamp, value);
}

/** @param {string} path */
function isSource(path) {
  return !/\/(node_modules|dist)$|\.spec\.tsx?$/.test(path);
}

async function buildServer() {
  // What was removed from the sources must not live on in dist: a stale migration would still run.
  for (const folder of ['dist/src', 'dist/migrations']) rmSync(inProject(folder), { recursive: true, force: true });
  const { code, output } = await runInstalled('typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
  if (code !== 0) throw new Explained(`${output.trim()}\nThe server does not compile.`);
  cpSync(inProject('migrations/sql'), inProject('dist/migrations/sql'), { recursive: true });
}

async function buildConsole() {
  if (!existsSync(inProject('web/vite.config.ts'))) {
    throw new Explained('The console cannot be built: web/vite.config.ts is missing.');
  }
  const { code, output } = await runInstalled('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
    cwd: inProject('web'),
  });
  if (code !== 0) throw new Explained(`${output.trim()}\nThe console does not build.`);
}

if (isCalledDirectly(import.meta.url)) {
  await runScript(async () => {
    requireNode();
    await build({ force: process.argv.includes('--force') });
  });
}
