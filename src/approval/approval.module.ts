import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { ContractsModule } from '../contracts/contracts.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { PlanningModule } from '../planning/planning.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { ApprovalService } from './approval.service.js';
import { ApprovalStore } from './approval.store.js';

@Module({
  imports: [IdentityModule, ContractsModule, AuthorizationModule, PlanningModule, QueueModule],
  providers: [ApprovalStore, ApprovalService],
  exports: [ApprovalService],
})
export class ApprovalModule {}
