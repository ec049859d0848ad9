import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { PlanStore } from './plan.store.js';
import { PlanningService } from './planning.service.js';

@Module({
  imports: [IdentityModule, AuthorizationModule],
  providers: [PlanStore, PlanningService],
  exports: [PlanningService],
})
export class PlanningModule {}
