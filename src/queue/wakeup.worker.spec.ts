import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../config/config.js';
import type { JobQueue } from './job-queue.js';
import type { Wakeup } from './wakeup.js';
import type { WakeupStore } from './wakeup.store.js';
import { type Looked, WakeupWorker } from './wakeup.worker.js';

const wakeup: Wakeup = { tenant: 'acme', plan: 'p1', kind: 'execute' };

/** A queue that hands over what the test says, and an outbox that remembers what became of it. */
class Bench {
  deliver: ((wakeup: Wakeup) => Promise<void>) | undefined;
  readonly did: string[] = [];
  away = false;

  worker(role: Config['role']): WakeupWorker {
    const queue = { work: async (handle: (wakeup: Wakeup) => Promise<void>) => void (this.deliver = handle) };
    const store = {
      done: async ({ plan }: Wakeup) => this.note(`done ${plan}`),
      postpone: async ({ plan }: Wakeup) => this.note(`postponed ${plan}`),
    };
    return new WakeupWorker({ role } as Config, queue as unknown as JobQueue, store as unknown as WakeupStore);
  }

  private note(what: string): void {
    if (this.away) throw new Error('the database is away');
    this.did.push(what);
  }
}

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
  vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

async function after(handler: () => Promise<Looked>): Promise<string[]> {
  const worker = bench.worker('all');
  worker.on('execute', handler);
  await worker.onApplicationBootstrap();
  await bench.deliver?.(wakeup);
  return bench.did;
}

describe('a job', () => {
  it('is done when nothing is left to look at', async () => {
    expect(await after(async () => 'done')).toEqual(['done p1']);
  });

  it('is postponed when it should be looked at later', async () => {
    expect(await after(async () => 'later')).toEqual(['postponed p1']);
  });

  it('is left alone when the handler arranged the next look itself', async () => {
    expect(await after(async () => 'arranged')).toEqual([]);
  });

  it('is postponed when its handler fails, and does not fail the queue', async () => {
    const failing = async (): Promise<Looked> => {
      throw new Error('broken');
    };
    expect(await after(failing)).toEqual(['postponed p1']);
  });

  it('is left due when even that cannot be written down', async () => {
    bench.away = true;
    expect(await after(async () => 'done')).toEqual([]);
  });

  it('of a kind that nobody handles is left due, for a newer process', async () => {
    const worker = bench.worker('all');
    await worker.onApplicationBootstrap();
    await bench.deliver?.(wakeup);
    expect(bench.did).toEqual([]);
  });
});

describe('jobs are taken', () => {
  it.each([
    ['all', true],
    ['worker', true],
    ['api', false],
  ] as const)('by a process of the role %s: %s', async (role, takes) => {
    await bench.worker(role).onApplicationBootstrap();
    expect(bench.deliver !== undefined).toBe(takes);
  });
});
