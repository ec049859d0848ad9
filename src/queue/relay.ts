import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/unavailable.js';
import { JobQueue } from './job-queue.js';
import { WakeupStore } from './wakeup.store.js';

const LIMIT = 200;
const GOODBYE_MS = 3_000;
const POLL_MS = 1_000;
/** A published wake-up that nobody finished is published again: the job was lost, or its worker died. */
const AGAIN_MS = 15_000;

/** Publishes what is due in the outbox to the queue. Runs in every process; a sweep and a relay are the same loop. */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Relay');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly wakeups: WakeupStore,
    private readonly queue: JobQueue,
  ) {}

  onApplicationBootstrap(): void {
    this.kick();
  }

  /** Looks at the outbox now. Cheap to call after every commit that may have made something due. */
  kick(): void {
    if (this.stopped) return;
    this.again = true;
    this.running ??= this.run();
  }

  /** How many wake-ups are due, and for how many milliseconds the oldest has waited. */
  lag(): Promise<{ due: number; oldestMs: number }> {
    return this.wakeups.lag();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    // Handing over to a queue that is away may never end; the rows stay due.
    await Promise.race([this.running, pause(GOODBYE_MS)]);
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        await this.publish();
      }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) this.log.error(`relay: ${(error as Error).message}`);
    } finally {
      this.running = undefined;
      if (!this.stopped) this.timer = setTimeout(() => this.kick(), POLL_MS);
    }
  }

  private async publish(): Promise<void> {
    const due = await this.wakeups.takeDue(LIMIT, AGAIN_MS);
    if (due.length === 0) return;
    if (due.length === LIMIT) this.again = true;
    try {
      await this.queue.add(due);
    } catch (error) {
      this.log.warn(`the queue took nothing: ${(error as Error).message}`);
      for (const wakeup of due) await this.wakeups.postpone(wakeup);
    }
  }
}
