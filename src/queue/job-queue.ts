import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createPostgresBackend, createRedisBackend, type Job, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import { Config } from '../config/config.js';
import { QUEUE_SCHEMA } from '../database/migrate.js';
import { APP_ROLE } from '../database/pool.js';
import type { Wakeup } from './wakeup.js';

const QUEUE = 'wakeups';
const CONCURRENCY = 4;
const GOODBYE_MS = 5_000;
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;

/** What is used of BullMQ's classes, whose types differ with the backend. */
interface WakeupQueue {
  addBulk(jobs: { name: string; data: Wakeup; opts: typeof JOB_OPTIONS }[]): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}
interface WakeupWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * BullMQ, on PostgreSQL or on Redis when REDIS_URL is set; the same code drives both. A job is only a wake-up: the truth is in
 * the table `wakeup`, so jobs may be lost, doubled or flushed.
 */
@Injectable()
export class JobQueue implements OnApplicationShutdown {
  private readonly log = new Logger('Queue');
  private readonly backend: 'redis' | 'postgres';
  private queue: WakeupQueue | undefined;
  private worker: WakeupWorker | undefined;
  private readonly redis: Redis[] = [];

  constructor(private readonly config: Config) {
    this.backend = config.redisUrl === undefined ? 'postgres' : 'redis';
  }

  /** Hands ids to whoever works. Throws when the backend is away; the rows stay due. */
  async add(wakeups: readonly Wakeup[]): Promise<void> {
    this.queue ??= this.openQueue();
    await this.queue.addBulk(wakeups.map((data) => ({ name: data.kind, data, opts: JOB_OPTIONS })));
  }

  /** Starts handling jobs in this process. */
  async work(handle: (wakeup: Wakeup) => Promise<void>): Promise<void> {
    const process = (job: Job) => handle(job.data as Wakeup);
    const options = { concurrency: CONCURRENCY, removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } };
    const worker: WakeupWorker =
      this.backend === 'redis'
        ? new (withBackend(createRedisBackend).Worker)(QUEUE, process, { ...options, connection: this.openRedis() })
        : new (withBackend(createPostgresBackend).Worker)(QUEUE, process, { ...options, connection: this.postgres() });
    this.worker = worker;
    worker.on('error', (error) => this.log.warn(`queue worker: ${error.message}`));
    await worker.waitUntilReady();
  }

  async onApplicationShutdown(): Promise<void> {
    // A backend that is away answers no goodbye; what was in hand is published again from the outbox.
    await Promise.race([Promise.allSettled([this.worker?.close(), this.queue?.close()]), pause(GOODBYE_MS)]);
    for (const client of this.redis) client.disconnect();
  }

  private openQueue(): WakeupQueue {
    const queue: WakeupQueue =
      this.backend === 'redis'
        ? new (withBackend(createRedisBackend).Queue)(QUEUE, { connection: this.openRedis() })
        : new (withBackend(createPostgresBackend).Queue)(QUEUE, { connection: this.postgres() });
    queue.on('error', (error: Error) => this.log.warn(`queue: ${error.message}`));
    return queue;
  }

  private openRedis(): Redis {
    const client = new Redis(this.config.redisUrl ?? '', { maxRetriesPerRequest: null });
    client.on('error', (error: Error) => this.log.warn(`redis: ${error.message}`));
    this.redis.push(client);
    return client;
  }

  private postgres() {
    return {
      connectionString: this.config.databaseUrl,
      options: `-c role=${APP_ROLE}`,
      max: 3,
      schema: QUEUE_SCHEMA,
      application_name: 'countersign-queue',
      // The schema is brought up to date by our own migrations, under the owner.
      skipMigrations: true,
    };
  }
}
