import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

export interface EventToRecord {
  readonly type: string;
  /** JCS text. */
  readonly body: string;
}

@Injectable()
export class AuditStore {
  constructor(private readonly database: Database) {}

  /** Durable when it resolves. */
  async record(tenant: string, events: readonly EventToRecord[]): Promise<void> {
    await this.database.query('record_events', 'SELECT record_events($1, $2)', [tenant, JSON.stringify(events)]);
  }
}
