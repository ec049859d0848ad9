import { type DynamicModule, Module } from '@nestjs/common';
import { AdaptersModule } from './adapters/adapters.module.js';
import { AuditModule } from './audit/audit.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { ExecutionModule } from './execution/execution.module.js';
import { HttpModule } from './http/http.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { OrdersModule } from './orders/orders.module.js';

const CORE = [DatabaseModule, AuditModule, AdaptersModule, OrdersModule, ExecutionModule];
const TRANSPORTS = [HttpModule, McpModule];

/** All modules in one process. A worker has the transports too: it answers health checks and metrics on its own port. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.with(config), ...CORE, ...TRANSPORTS] };
  }
}
