import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './commands.mjs';

/** Programs that some tests use, and the Debian package that brings each. */
const WANTED = [
  { program: 'chromium', package: 'chromium', for: 'the console’s tests' },
  { program: 'redis-server', package: 'redis-server', for: 'the tests of the queue on Redis' },
];

/**
 * Installs what is missing where that can be done unasked: as root on Debian and its kin. Elsewhere it says what is
 * missing; the tests that need it then fail, and say so too.
 */
export async function ensureSystemPackages() {
  const missing = WANTED.filter(({ program }) => !isInstalled(program));
  if (missing.length === 0) return;
  const names = missing.map((wanted) => wanted.package);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    for (const { program, for: purpose } of missing) {
      console.log(`${program} is missing, and ${purpose} need it: they will fail. Debian: apt-get install ${program}`);
    }
    return;
  }
  console.log(`Installing ${names.join(' and ')} …`);
  const output = await install(names);
  if (output) console.log(`${output}\nThey could not be installed: the tests that need them will fail.`);
}

/**
 * @param {string[]} names
 * @returns {Promise<string>} apt's words when it failed
 */
async function install(names) {
  // Level 1 tells Debian's init scripts not to start a service that a package brings.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await runCommand('apt-get', ['update', '-qq'], { env });
  const { code, output } = await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    env,
  });
  return code === 0 ? '' : output.trim().split('\n').slice(-5).join('\n');
}

/** @param {string} program */
function isInstalled(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
