import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isRunning, pidOf, processIdentity } from './process-identity.mjs';

describe('processIdentity', () => {
  it('names a running process, the same each time, in characters that suit a file name', () => {
    expect(processIdentity()).toMatch(/^\d+-[0-9a-z]+$/);
    expect(processIdentity()).toBe(processIdentity());
    expect(pidOf(String(processIdentity()))).toBe(process.pid);
  });

  it('does not take another process with the same number for the one that was meant', () => {
    expect(isRunning(`${process.pid}-1`)).toBe(false);
    expect(isRunning(String(processIdentity()))).toBe(true);
  });

  it('counts a zombie as gone: nobody may ever reap it', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 20'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [line] = await once(parent.stdout, 'data');
      const zombie = Number(line);
      await expect.poll(() => processIdentity(zombie)).toBeNull();
      expect(() => process.kill(zombie, 0)).not.toThrow();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('knows nothing of a process that does not exist, or of a name that is none', () => {
    expect(processIdentity(2 ** 30)).toBeNull();
    expect(isRunning('')).toBe(false);
  });
});
