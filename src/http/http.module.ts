import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { RuntimeModule } from '../runtime/runtime.module.js';
import { ActionsController } from './actions.controller.js';
import { CatalogueController } from './catalogue.controller.js';
import { DecisionsController } from './decisions.controller.js';
import { EventsController } from './events.controller.js';
import { HealthController } from './health.controller.js';
import { MeController } from './me.controller.js';
import { MetricsService } from './metrics.service.js';

@Module({
  imports: [IdentityModule, AuthorizationModule, RuntimeModule, QueueModule],
  controllers: [
    ActionsController,
    DecisionsController,
    CatalogueController,
    MeController,
    EventsController,
    HealthController,
  ],
  providers: [MetricsService],
})
export class HttpModule {}
