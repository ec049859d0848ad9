import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { oneRow } from '../database/rows.js';
import type { CreateOutcome, NewPlan, Plan } from './plan.js';

export interface FoundRequest {
  /** The database's clock. */
  readonly at: Date;
  readonly plan: string | null;
  readonly keyReused: boolean;
}

const PLAN_COLUMNS = `
  tenant, id, requester_id AS "requesterId", requester_human AS "requesterHuman", tool,
  encode(tool_digest, 'hex') AS "toolDigest", encode(policy_digest, 'hex') AS "policyDigest", action,
  encode(action_digest, 'hex') AS "actionDigest", encode(display_digest, 'hex') AS "displayDigest",
  operation_id AS "operationId", resource_type AS "resourceType", resource_id AS "resourceId",
  resource_version AS "resourceVersion", attributes, required, rule, mode, state, quorum_at AS "quorumAt",
  decide_by AS "decideBy", execute_by AS "executeBy"`;

@Injectable()
export class PlanStore {
  constructor(private readonly database: Database) {}

  async find(tenant: string, id: string): Promise<Plan | undefined> {
    return this.database.tenant(tenant, async (tx) => {
      const rows = await tx.query<Plan>(`SELECT ${PLAN_COLUMNS} FROM plan WHERE tenant = $1 AND id = $2`, [tenant, id]);
      return rows[0];
    });
  }

  /** What a call repeats, and the time. `replayMs`: how long an executed or rejected plan answers a call without a key. */
  async findRequest(
    tenant: string,
    tool: string,
    key: string | undefined,
    requestDigest: string,
    replayMs: number,
  ): Promise<FoundRequest> {
    const rows = await this.database.query<FoundRequest>(
      'find_request',
      `SELECT at, plan_id AS plan, key_reused AS "keyReused"
         FROM find_request($1, $2, $3, decode($4, 'hex'), $5::bigint * interval '1 millisecond')`,
      [tenant, tool, key ?? null, requestDigest, replayMs],
    );
    return oneRow(rows);
  }

  async create(tenant: string, plan: NewPlan): Promise<{ outcome: CreateOutcome; plan: string | null }> {
    const rows = await this.database.query<{ outcome: CreateOutcome; plan: string | null }>(
      'create_plan',
      'SELECT outcome, plan_id AS plan FROM create_plan($1, $2)',
      [tenant, JSON.stringify(plan)],
    );
    return oneRow(rows);
  }

  /** CANCELLED, NOT_FOUND, or the final state that the plan already has. */
  async cancel(tenant: string, id: string, reason: string | null, event: string): Promise<string> {
    const rows = await this.database.query<{ outcome: string }>(
      'cancel_plan',
      'SELECT cancel_plan($1, $2, $3, $4) AS outcome',
      [tenant, id, reason, event],
    );
    return oneRow(rows).outcome;
  }

  /** EXPIRED, SETTLED, or WAIT. */
  async expire(tenant: string, id: string): Promise<string> {
    const rows = await this.database.query<{ outcome: string }>(
      'expire_plan',
      'SELECT expire_plan($1, $2) AS outcome',
      [tenant, id],
    );
    return oneRow(rows).outcome;
  }
}
