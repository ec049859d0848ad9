import { Controller, Get, Header } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Api } from './openapi.js';
import { MetricsService } from './metrics.service.js';

@Controller()
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly metrics: MetricsService,
  ) {}

  @Get('livez')
  @Api({ summary: 'The process runs.' })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Api({ summary: 'The process can serve: the database answers. 503 otherwise.' })
  async ready(): Promise<{ status: 'ok' }> {
    await this.database.query('ready', 'SELECT 1');
    return { status: 'ok' };
  }

  @Get('metrics')
  @Header('cache-control', 'no-store')
  @Api({ summary: 'Prometheus metrics.' })
  read(): Promise<string> {
    return this.metrics.text();
  }
}
