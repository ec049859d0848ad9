import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface EngineProcess {
  readonly child: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  /** Resolves when it printed the ready line; rejects when it ended before. */
  ready(): Promise<void>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
}

/** The built engine as a process of its own. `npm test` builds before it tests. */
export function spawnEngine(env: NodeJS.ProcessEnv): EngineProcess {
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'countersign-test-')),
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return {
    child,
    output: () => printed,
    ready: async () => {
      for (let ended = false; !printed.includes('Countersign is ready.'); ) {
        if (ended) throw new Error(`the engine ended: ${printed}`);
        ended = await Promise.race([
          exit.then(() => true),
          new Promise<boolean>((resolve) => setTimeout(resolve, 50, false)),
        ]);
      }
    },
    ended: () => exit,
  };
}
