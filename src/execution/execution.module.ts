import { Module } from '@nestjs/common';
import { ApprovalModule } from '../approval/approval.module.js';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { ContractsModule } from '../contracts/contracts.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { PlanningModule } from '../planning/planning.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { ExecutionService } from './execution.service.js';
import { ExecutionStore } from './execution.store.js';
import { ExecutionWorker } from './execution.worker.js';

@Module({
  imports: [IdentityModule, ContractsModule, AuthorizationModule, PlanningModule, ApprovalModule, QueueModule],
  providers: [ExecutionStore, ExecutionService, ExecutionWorker],
  exports: [ExecutionService],
})
export class ExecutionModule {}
