import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { oneRow } from '../database/rows.js';
import type { DirectoryEntry } from './principal.js';
import { entryOf, PRINCIPAL_COLUMNS, type PrincipalRow } from './principal-row.js';

export type RightsChange = 'revoke-role' | 'restore-role' | 'disable' | 'enable';

export interface ChangeToRecord {
  readonly principal: string;
  readonly by: string;
  readonly change: RightsChange;
  readonly role: string | null;
  /** Canonical JSON of the audit event. */
  readonly body: string;
}

@Injectable()
export class DirectoryStore {
  constructor(private readonly database: Database) {}

  /** All principals of a tenant, by name. */
  list(tenant: string): Promise<DirectoryEntry[]> {
    return this.select(tenant, 'true', []);
  }

  /** Those who are not disabled, in a stable order. */
  enabled(tenant: string): Promise<DirectoryEntry[]> {
    return this.select(tenant, 'NOT p.disabled', []);
  }

  async find(tenant: string, id: string): Promise<DirectoryEntry | undefined> {
    const [entry] = await this.select(tenant, 'p.id = $2', [id]);
    return entry;
  }

  async tenantName(tenant: string): Promise<string> {
    return this.database.tenant(tenant, async (tx) => {
      return oneRow(await tx.query<{ name: string }>('SELECT name FROM tenant WHERE id = $1', [tenant])).name;
    });
  }

  /** Those of the ids that exist, disabled ones too. */
  findAll(tenant: string, ids: readonly string[]): Promise<DirectoryEntry[]> {
    return this.select(tenant, 'p.id = ANY ($2::uuid[])', [ids]);
  }

  /** The change, the raised epoch and the audit event in one statement. */
  async change(tenant: string, change: ChangeToRecord): Promise<'CHANGED' | 'UNCHANGED' | 'NOT_FOUND' | 'SELF'> {
    const [row] = await this.database.query<{ outcome: 'CHANGED' | 'UNCHANGED' | 'NOT_FOUND' | 'SELF' }>(
      'identity.change_rights',
      'SELECT change_rights($1, $2, $3, $4, $5, $6) AS outcome',
      [tenant, change.principal, change.by, change.change, change.role, change.body],
    );
    if (row === undefined) throw new Error('change_rights answered nothing');
    return row.outcome;
  }

  /** `where` names its first parameter $2. Always within the tenant and in the same order. */
  private select(tenant: string, where: string, values: unknown[]): Promise<DirectoryEntry[]> {
    return this.database.tenant(tenant, async (tx) => {
      const rows = await tx.query<PrincipalRow>(
        `SELECT ${PRINCIPAL_COLUMNS} FROM principal p WHERE p.tenant = $1 AND ${where} ORDER BY p.name, p.id`,
        [tenant, ...values],
      );
      return rows.map(entryOf);
    });
  }
}
