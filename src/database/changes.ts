import { EventEmitter } from 'node:events';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { Database } from './database.js';

/** Something about a plan is different now: look at it again. Carries no data, so it tells nobody anything. */
export interface PlanChange {
  readonly tenant: string;
  readonly plan: string;
}

const CHANNEL = 'countersign_changes';
const COALESCE_MS = 15;
const RECONNECT_MS = 500;

/**
 * Tells every process that a plan changed, through LISTEN and NOTIFY. Sent after the commit, many at once, because a notify
 * inside each transaction costs a third of the throughput. A hint only: who waits looks again by itself from time to time.
 */
@Injectable()
export class PlanChanges implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private readonly pending = new Map<string, PlanChange>();
  private timer: NodeJS.Timeout | undefined;
  private listener: pg.Client | undefined;
  private stopped = false;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.listen();
  }

  /** Called by whoever committed a change. Does not wait and does not fail. */
  publish(change: PlanChange): void {
    this.pending.set(change.plan, change);
    this.timer ??= setTimeout(() => void this.flush(), COALESCE_MS).unref();
  }

  /** Calls `hear` for each change from any process, and with `undefined` when changes may have been missed. */
  subscribe(hear: (change: PlanChange | undefined) => void): () => void {
    this.emitter.on('change', hear);
    return () => this.emitter.off('change', hear);
  }

  /** Resolves at the plan's next change, after `timeoutMs`, or when the signal aborts. */
  next(plan: string, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        leave();
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      const leave = this.subscribe((change) => {
        if (change === undefined || change.plan === plan) done();
      });
    });
  }

  /** Before the server waits for its last answers: whoever waits for a change is answered now. */
  onModuleDestroy(): void {
    this.stopped = true;
    this.emitter.emit('change', undefined);
  }

  /** True when this process is stopping: no change will be heard any more. */
  get stopping(): boolean {
    return this.stopped;
  }

  async onApplicationShutdown(): Promise<void> {
    this.onModuleDestroy();
    clearTimeout(this.timer);
    await this.listener?.end().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    const changes = [...this.pending.values()];
    this.pending.clear();
    const payloads = changes.map((change) => `${change.tenant} ${change.plan}`);
    try {
      await this.database.query('notify', `SELECT pg_notify('${CHANNEL}', p) FROM unnest($1::text[]) AS p`, [payloads]);
    } catch {
      // Only a hint was lost; tell at least those who wait in this process.
      for (const change of changes) this.emitter.emit('change', change);
    }
  }

  private async listen(): Promise<void> {
    if (this.stopped) return;
    const client = new pg.Client({
      connectionString: this.config.databaseUrl,
      application_name: 'countersign-changes',
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => {
      const [tenant, plan] = (payload ?? '').split(' ');
      if (tenant && plan) this.emitter.emit('change', { tenant, plan } satisfies PlanChange);
    });
    const again = () => {
      if (this.listener === client) this.listener = undefined;
      client.removeAllListeners('end');
      if (!this.stopped) setTimeout(() => void this.listen(), RECONNECT_MS).unref();
    };
    client.on('error', () => undefined);
    client.on('end', again);
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.listener = client;
      this.emitter.emit('change', undefined);
    } catch {
      again();
      await client.end().catch(() => undefined);
    }
  }
}
