import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { ClaimedPrincipal, DirectoryEntry } from './principal.js';
import { entryOf, PRINCIPAL_COLUMNS, type PrincipalRow } from './principal-row.js';

@Injectable()
export class PrincipalStore {
  constructor(private readonly database: Database) {}

  /**
   * Brings the directory up to what a verified token says and reads it back, in one round trip: roles, revocations and the
   * epoch are those of this moment. Undefined when the tenant is unknown, or when the token names another human than before.
   */
  async sync(claimed: ClaimedPrincipal): Promise<DirectoryEntry | undefined> {
    const [row] = await this.database.query<PrincipalRow>(
      'identity.sync_principal',
      `SELECT ${PRINCIPAL_COLUMNS} FROM sync_principal($1, $2, $3, $4, $5, $6, $7, $8, $9) p`,
      [
        claimed.tenant,
        claimed.issuer,
        claimed.sub,
        claimed.human,
        claimed.name,
        claimed.email,
        claimed.roles,
        claimed.businessLines,
        claimed.issuedAt,
      ],
    );
    return row && entryOf(row);
  }
}
