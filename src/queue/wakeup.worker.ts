import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../config/config.js';
import { JobQueue } from './job-queue.js';
import type { Wakeup, WakeupKind } from './wakeup.js';
import { WakeupStore } from './wakeup.store.js';

/** What a handler says of its look: nothing is left to do, the store has arranged the next look itself, or try again later. */
export type Looked = 'done' | 'arranged' | 'later';

export type WakeupHandler = (tenant: string, plan: string) => Promise<Looked>;

/** Takes jobs where this process has the worker role, and calls the handler of their kind. Handlers are idempotent. */
@Injectable()
export class WakeupWorker implements OnApplicationBootstrap {
  private readonly log = new Logger('Worker');
  private readonly handlers = new Map<WakeupKind, WakeupHandler>();

  constructor(
    private readonly config: Config,
    private readonly queue: JobQueue,
    private readonly wakeups: WakeupStore,
  ) {}

  /** Modules call this as they start. */
  on(kind: WakeupKind, handler: WakeupHandler): void {
    this.handlers.set(kind, handler);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'api') await this.queue.work((wakeup) => this.handle(wakeup));
  }

  private async handle(wakeup: Wakeup): Promise<void> {
    const handler = this.handlers.get(wakeup.kind);
    if (handler === undefined) return;
    try {
      const looked = await handler(wakeup.tenant, wakeup.plan);
      if (looked === 'done') await this.wakeups.done(wakeup);
      if (looked === 'later') await this.wakeups.postpone(wakeup);
    } catch (error) {
      this.log.warn(`${wakeup.kind} of ${wakeup.plan} was not finished: ${(error as Error).message}`);
      // When even this fails, the row is still due and the relay publishes it again.
      await this.wakeups.postpone(wakeup).catch(() => undefined);
    }
  }
}
