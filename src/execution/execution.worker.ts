import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PlanningService } from '../planning/planning.service.js';
import { WakeupWorker } from '../queue/wakeup.worker.js';
import { afterClaim } from './execution.js';
import { ExecutionService } from './execution.service.js';

/** The queue's two kinds of wake-up: a plan to execute, a plan whose time may be over. */
@Injectable()
export class ExecutionWorker implements OnModuleInit {
  constructor(
    private readonly worker: WakeupWorker,
    private readonly execution: ExecutionService,
    private readonly planning: PlanningService,
  ) {}

  onModuleInit(): void {
    this.worker.on('execute', async (tenant, plan) => {
      const next = afterClaim(await this.execution.execute(tenant, plan));
      if (next === 'reauthorize') return 'later';
      return next === 'settled' ? 'done' : 'arranged';
    });
    this.worker.on('expire', async (tenant, plan) => {
      await this.planning.expire(tenant, plan);
      return 'arranged';
    });
  }
}
