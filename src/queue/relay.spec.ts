import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../database/unavailable.js';
import type { JobQueue } from './job-queue.js';
import { Relay } from './relay.js';
import type { Wakeup } from './wakeup.js';
import type { WakeupStore } from './wakeup.store.js';

/** An outbox and a queue in memory, either of which may be away. */
class Bench {
  outbox: Wakeup[] = [];
  readonly queued: Wakeup[] = [];
  readonly postponed: Wakeup[] = [];
  looks = 0;
  asked: unknown[] = [];
  databaseAway = false;
  queueAway = false;
  /** Held open, a look lasts until it is resolved. */
  gate: Promise<void> = Promise.resolve();

  readonly store = {
    takeDue: async (limit: number, againMs: number) => {
      this.looks++;
      this.asked = [limit, againMs];
      await this.gate;
      if (this.databaseAway) throw new DatabaseUnavailable('away');
      return this.outbox.splice(0, limit);
    },
    postpone: async (wakeup: Wakeup) => void this.postponed.push(wakeup),
  };
  readonly queue = {
    add: async (wakeups: readonly Wakeup[]) => {
      if (this.queueAway) throw new Error('away');
      this.queued.push(...wakeups);
    },
  };
  readonly relay = new Relay(this.store as unknown as WakeupStore, this.queue as unknown as JobQueue);
}

const wakeup = (plan: number): Wakeup => ({ tenant: 'acme', plan: `p${plan}`, kind: 'execute' });
let bench: Bench;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  bench = new Bench();
});
afterEach(async () => {
  await bench.relay.onApplicationShutdown();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the relay', () => {
  it('publishes what is due at the start, when it is told, and every second by itself', async () => {
    bench.outbox = [wakeup(1)];
    bench.relay.onApplicationBootstrap();
    await settle();
    bench.outbox = [wakeup(2)];
    bench.relay.kick();
    await settle();
    bench.outbox = [wakeup(3)];
    await vi.advanceTimersByTimeAsync(999);
    expect(bench.queued).toEqual([wakeup(1), wakeup(2)]);
    await vi.advanceTimersByTimeAsync(1);
    expect(bench.queued).toEqual([wakeup(1), wakeup(2), wakeup(3)]);
    expect(bench.asked).toEqual([200, 15_000]);
  });

  it('goes on at once while the outbox is fuller than one bite', async () => {
    bench.outbox = Array.from({ length: 450 }, (_, i) => wakeup(i));
    bench.relay.kick();
    await settle();
    expect(bench.queued).toHaveLength(450);
  });

  it('looks once more when it was told something during a look, however often, and never twice at a time', async () => {
    let open: () => void = () => undefined;
    bench.gate = new Promise((resolve) => (open = resolve));
    for (let i = 0; i < 5; i++) bench.relay.kick();
    await settle();
    for (let i = 0; i < 5; i++) bench.relay.kick();
    expect(bench.looks).toBe(1);
    open();
    await settle();
    expect(bench.looks).toBe(2);
  });

  it('gives back what the queue did not take', async () => {
    bench.queueAway = true;
    bench.outbox = [wakeup(1), wakeup(2)];
    bench.relay.kick();
    await settle();
    expect(bench.postponed).toEqual([wakeup(1), wakeup(2)]);
    expect(bench.queued).toEqual([]);
  });

  it('comes back by itself when the database was away', async () => {
    bench.databaseAway = true;
    bench.outbox = [wakeup(1)];
    bench.relay.kick();
    await vi.advanceTimersByTimeAsync(2_500);
    bench.databaseAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bench.queued).toEqual([wakeup(1)]);
  });

  it('does nothing any more once it was stopped, and stops after the look that it is in', async () => {
    let open: () => void = () => undefined;
    bench.gate = new Promise((resolve) => (open = resolve));
    bench.outbox = [wakeup(1)];
    bench.relay.kick();
    const stopped = bench.relay.onApplicationShutdown();
    open();
    await stopped;
    expect(bench.queued).toEqual([wakeup(1)]);
    bench.outbox = [wakeup(2)];
    bench.relay.kick();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bench.queued).toEqual([wakeup(1)]);
  });
});
