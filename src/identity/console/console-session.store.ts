import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { DirectoryEntry } from '../principal.js';
import { entryOf, PRINCIPAL_COLUMNS, type PrincipalRow } from '../principal-row.js';

export interface SessionToOpen {
  readonly idHash: Buffer;
  readonly csrfHash: Buffer;
  readonly principal: string;
  readonly idToken: string;
  readonly hours: number;
}

export interface OpenSession {
  readonly entry: DirectoryEntry;
  readonly csrfHash: Buffer;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

type SessionRow = PrincipalRow & { readonly csrf_hash: Buffer; readonly expires_at_seconds: string };

@Injectable()
export class ConsoleSessionStore {
  constructor(private readonly database: Database) {}

  /** Also sweeps the tenant's expired sessions, so that nothing else has to. */
  open(tenant: string, session: SessionToOpen): Promise<void> {
    return this.database.tenant(tenant, async (tx) => {
      await tx.query('DELETE FROM console_session WHERE tenant = $1 AND expires_at <= clock_timestamp()', [tenant]);
      await tx.query(
        `INSERT INTO console_session (tenant, id_hash, principal, csrf_hash, id_token, expires_at)
         VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(hours => $6))`,
        [tenant, session.idHash, session.principal, session.csrfHash, session.idToken, session.hours],
      );
    });
  }

  /** The session with its principal's row as it is now; undefined when unknown, expired, or the principal is disabled. */
  find(tenant: string, idHash: Buffer): Promise<OpenSession | undefined> {
    return this.database.tenant(tenant, async (tx) => {
      const [row] = await tx.query<SessionRow>(
        `SELECT ${PRINCIPAL_COLUMNS}, s.csrf_hash, floor(extract(epoch FROM s.expires_at))::text AS expires_at_seconds
           FROM console_session s JOIN principal p ON p.tenant = s.tenant AND p.id = s.principal
          WHERE s.tenant = $1 AND s.id_hash = $2 AND s.expires_at > clock_timestamp() AND NOT p.disabled`,
        [tenant, idHash],
      );
      return row && { entry: entryOf(row), csrfHash: row.csrf_hash, expiresAt: Number(row.expires_at_seconds) };
    });
  }

  /** Ends a session and hands back the ID token it was opened with. */
  close(tenant: string, idHash: Buffer): Promise<string | undefined> {
    return this.database.tenant(tenant, async (tx) => {
      const [row] = await tx.query<{ id_token: string | null }>(
        'DELETE FROM console_session WHERE tenant = $1 AND id_hash = $2 RETURNING id_token',
        [tenant, idHash],
      );
      return row?.id_token ?? undefined;
    });
  }
}
