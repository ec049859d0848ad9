import { spawn } from 'node:child_process';
import { ROOT } from './project.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program of a preparation step to its end, without a shell and without input.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: 'shown' | 'kept' }} [options]
 * @returns {Promise<{ code: number, output: string }>} `output` is empty when it was shown
 */
export function runCommand(program, args, { cwd = ROOT, env = process.env, output = 'kept' } = {}) {
  return new Promise((resolve) => {
    const out = output === 'shown' ? 'inherit' : 'pipe';
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', out, out] });
    running.add(child);
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.stderr?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.once('error', (error) => (text += `${program}: ${error.message}\n`));
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code === null || code < 0 ? 1 : code, output: text });
    });
  });
}

/**
 * Runs a program that npm installed, by node itself.
 *
 * @param {string} script below node_modules
 * @param {readonly string[]} args
 * @param {Parameters<typeof runCommand>[2]} [options]
 */
export function runInstalled(script, args, options) {
  return runCommand(process.execPath, [`${ROOT}/node_modules/${script}`, ...args], options);
}

/** Ends what is still running of the above. */
export function endCommands() {
  for (const child of running) child.kill('SIGTERM');
}
