import { Module } from '@nestjs/common';
import { JobQueue } from './job-queue.js';
import { Relay } from './relay.js';
import { WakeupStore } from './wakeup.store.js';
import { WakeupWorker } from './wakeup.worker.js';

@Module({
  providers: [WakeupStore, JobQueue, Relay, WakeupWorker],
  exports: [Relay, WakeupWorker],
})
export class QueueModule {}
