import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { claimedPrincipal } from '../principal.js';
import { PrincipalStore } from '../principal.store.js';
import { claimsOf, LOCAL_PEOPLE, LOCAL_TENANTS, type LocalTenant } from './people.js';

/** Makes the demonstration's companies and people known to the directory, so that approvers exist before their first login. */
@Injectable()
export class LocalDirectorySeed {
  constructor(
    private readonly database: Database,
    private readonly principals: PrincipalStore,
  ) {}

  /** May be run at every start: what is there already stays, with what administrators changed. */
  async run(issuer: string): Promise<void> {
    for (const tenant of LOCAL_TENANTS) await this.saveTenant(tenant);
    const now = Math.floor(Date.now() / 1_000);
    for (const somebody of LOCAL_PEOPLE) {
      const claims = {
        ...claimsOf(somebody),
        iss: issuer,
        sub: somebody.username,
        client_id: 'seed',
        iat: now,
        exp: now + 1,
      };
      const claimed = claimedPrincipal(claims);
      if (!claimed.ok) throw new Error(`${somebody.username}: ${claimed.refusal.message}`);
      await this.principals.sync(claimed.value);
    }
  }

  private saveTenant(tenant: LocalTenant): Promise<unknown> {
    return this.database.tenant(tenant.id, (tx) =>
      tx.query('INSERT INTO tenant (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [tenant.id, tenant.name]),
    );
  }
}
