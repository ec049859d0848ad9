import { spawn } from 'node:child_process';
import { inProject, ROOT } from './project.mjs';

/**
 * Starts the built engine as a process that dies with us: the preload ends it when the channel to us breaks. It has a process
 * group of its own, so that a Ctrl-C reaches it once, from here.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {'inherit' | 'pipe'} output what becomes of what it prints
 */
export function spawnEngine(env, output) {
  const preload = new URL('./stop-with-starter.mjs', import.meta.url).href;
  return spawn(process.execPath, ['--import', preload, inProject('dist/src/main.js')], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
}
