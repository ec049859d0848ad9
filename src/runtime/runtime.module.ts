import { Module } from '@nestjs/common';
import { ApprovalModule } from '../approval/approval.module.js';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { ContractsModule } from '../contracts/contracts.module.js';
import { ExecutionModule } from '../execution/execution.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { PlanningModule } from '../planning/planning.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { ActionFeed } from './action-feed.js';
import { ActionViewStore } from './action-view.store.js';
import { ActionViews } from './action-views.js';
import { ActionsService } from './actions.service.js';
import { AdministrationService } from './administration.service.js';
import { Limits } from './limits.js';
import { RuntimeService } from './runtime.service.js';

@Module({
  imports: [
    IdentityModule,
    ContractsModule,
    AuthorizationModule,
    PlanningModule,
    ApprovalModule,
    ExecutionModule,
    QueueModule,
  ],
  providers: [ActionViewStore, ActionViews, ActionsService, ActionFeed, AdministrationService, Limits, RuntimeService],
  exports: [ActionsService, ActionFeed, AdministrationService, ApprovalModule, RuntimeService],
})
export class RuntimeModule {}
