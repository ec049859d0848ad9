import { Global, Logger, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { PlanChanges } from './changes.js';
import { Database, POOL } from './database.js';
import { appPool } from './pool.js';

@Global()
@Module({
  providers: [
    {
      provide: POOL,
      inject: [Config],
      useFactory: (config: Config) => {
        const log = new Logger('Database');
        return appPool(config, (error) => log.warn(`a connection was lost: ${error.message}`));
      },
    },
    Database,
    PlanChanges,
  ],
  exports: [Database, PlanChanges],
})
export class DatabaseModule {}
