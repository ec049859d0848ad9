import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processIdentity } from './process-identity.mjs';
import { inTurn } from './turn.mjs';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-turn-'));
  lock = path.join(folder, 'turn.lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `body` in a process of its own, with `inTurn`, `lock` and `count` (a file) at hand. */
function elsewhere(body: string) {
  const program = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { inTurn } from ${JSON.stringify(new URL('./turn.mjs', import.meta.url).href)};
    const lock = ${JSON.stringify(lock)}, count = ${JSON.stringify(path.join(folder, 'count'))};
    ${body}`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('inTurn', () => {
  it('lets one process at a time count up, so that no step is lost', async () => {
    const count = path.join(folder, 'count');
    writeFileSync(count, '0');
    const steps = `for (let i = 0; i < 15; i++) await inTurn(lock, async () => {
      const before = Number(readFileSync(count, 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 1));
      writeFileSync(count, String(before + 1));
    });`;
    const runs = Array.from({ length: 4 }, () => once(elsewhere(steps), 'exit'));
    expect(await Promise.all(runs)).toEqual(runs.map(() => [0, null]));
    expect(readFileSync(count, 'utf8')).toBe('60');
    expect(existsSync(lock)).toBe(false);
  });

  it('passes on from a holder that was killed', async () => {
    const holder = elsewhere(
      `await inTurn(lock, () => { console.log('in'); return new Promise(() => setInterval(() => {}, 1000)); });`,
    );
    await once(holder.stdout, 'data');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(existsSync(lock)).toBe(true);
    expect(await inTurn(lock, () => 'mine', { waitMs: 2000 })).toBe('mine');
  });

  it('passes on from a holder whose process number was given to another program', async () => {
    writeFileSync(lock, `${process.pid}-1 0123456789ab`);
    expect(await inTurn(lock, () => 'mine', { waitMs: 2000 })).toBe('mine');
  });

  it('waits for a living holder, says for whom, and gives up in the end', async () => {
    writeFileSync(lock, `${processIdentity()} 0123456789ab`);
    const waitedFor: number[] = [];
    const turn = inTurn(lock, () => 'mine', { waitMs: 100, onWait: (pid) => waitedFor.push(pid) });
    await expect(turn).rejects.toThrow(`Process ${process.pid} has been holding ${lock}`);
    expect(waitedFor).toEqual([process.pid]);
  });

  it('stops waiting when it is told to', async () => {
    writeFileSync(lock, `${processIdentity()} 0123456789ab`);
    await expect(inTurn(lock, () => 'mine', { signal: AbortSignal.timeout(50) })).rejects.toThrow(/abort|timeout/i);
  });

  it('ends the turn when its work fails', async () => {
    await expect(inTurn(lock, () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
    expect(existsSync(lock)).toBe(false);
  });
});
