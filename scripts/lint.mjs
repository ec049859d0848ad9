import { runInstalled } from './parts/commands.mjs';
import { isCalledDirectly, requireNode, runScript } from './parts/project.mjs';

const AT_ONCE = 2;

/** @type {{ title: string, script: string, args: string[] }[]} */
const CHECKS = [
  { title: 'types', script: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { title: 'types of the scripts', script: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'scripts/tsconfig.json'] },
  {
    title: 'types of the examples',
    script: 'typescript/bin/tsc',
    args: ['--noEmit', '-p', 'examples/order-service/tsconfig.json'],
  },
  { title: 'types of the console', script: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'web/tsconfig.json'] },
  { title: 'oxlint', script: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { title: 'format', script: '@biomejs/biome/bin/biome', args: ['format'] },
  { title: 'dead code', script: 'knip/bin/knip.js', args: [] },
  { title: 'imports', script: 'dependency-cruiser/bin/dependency-cruise.mjs', args: ['src', '--config'] },
];

/**
 * Runs every check.
 *
 * @returns {Promise<{ title: string, output: string }[]>} those that failed, with what they had to say
 */
export async function lint() {
  const waiting = [...CHECKS];
  /** @type {{ title: string, output: string }[]} */
  const failed = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output } = await runInstalled(check.script, check.args);
      if (code !== 0) failed.push({ title: check.title, output: output.trim() });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}

/** @param {{ title: string, output: string }[]} failed */
export function printLint(failed) {
  for (const { title, output } of failed) console.log(`\n${output}\nLint failed: ${title}.`);
  if (failed.length === 0) console.log(`Lint: all ${CHECKS.length} checks passed.`);
}

if (isCalledDirectly(import.meta.url)) {
  await runScript(async () => {
    requireNode();
    const failed = await lint();
    printLint(failed);
    return failed.length === 0 ? 0 : 1;
  });
}
