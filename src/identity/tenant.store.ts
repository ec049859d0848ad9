import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { oneRow } from '../database/rows.js';

@Injectable()
export class TenantStore {
  constructor(private readonly database: Database) {}

  /** The display name of a tenant that exists: it comes from a principal, never from an argument. */
  async name(tenant: string): Promise<string> {
    return this.database.tenant(tenant, async (tx) => {
      return oneRow(await tx.query<{ name: string }>('SELECT name FROM tenant WHERE id = $1', [tenant])).name;
    });
  }
}
