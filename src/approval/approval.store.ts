import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { oneRow } from '../database/rows.js';
import type { NewDecision, StoredApproval } from './approval.js';

@Injectable()
export class ApprovalStore {
  constructor(private readonly database: Database) {}

  /** The decisions on a plan, oldest first. */
  async ofPlan(tenant: string, plan: string): Promise<StoredApproval[]> {
    return this.database.tenant(tenant, (tx) =>
      tx.query<StoredApproval>(
        `SELECT a.id, a.approver_id AS "approverId", p.sub AS "approverSub", a.approver_human AS "approverHuman",
                a.decision, a.reason, a.state, a.authz_epoch::integer AS "authzEpoch", a.statement, a.jws, a.kid,
                extract(epoch FROM a.expires_at)::float8 AS "expiresAt"
           FROM approval a JOIN principal p ON p.tenant = a.tenant AND p.id = a.approver_id
          WHERE a.tenant = $1 AND a.plan = $2 ORDER BY a.id`,
        [tenant, plan],
      ),
    );
  }

  /** The database's clock, and whether this human decided on the plan already. */
  async before(tenant: string, plan: string, human: string): Promise<{ now: Date; decided: boolean }> {
    return this.database.tenant(tenant, async (tx) => {
      const rows = await tx.query<{ now: Date; decided: boolean }>(
        `SELECT clock_ms() AS now,
                EXISTS (SELECT FROM approval WHERE tenant = $1 AND plan = $2 AND approver_human = $3) AS decided`,
        [tenant, plan, human],
      );
      return oneRow(rows);
    });
  }

  /** The outcome of `record_decision`. */
  async record(tenant: string, plan: string, decision: NewDecision): Promise<string> {
    const rows = await this.database.query<{ outcome: string }>(
      'record_decision',
      'SELECT record_decision($1, $2, $3) AS outcome',
      [tenant, plan, JSON.stringify(decision)],
    );
    return oneRow(rows).outcome;
  }

  /** The outcome of `revoke_approval`. */
  async revoke(tenant: string, plan: string, human: string, event: string): Promise<string> {
    const rows = await this.database.query<{ outcome: string }>(
      'revoke_approval',
      'SELECT revoke_approval($1, $2, $3, $4) AS outcome',
      [tenant, plan, human, event],
    );
    return oneRow(rows).outcome;
  }
}
