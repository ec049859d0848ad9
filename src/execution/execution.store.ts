import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { oneRow } from '../database/rows.js';
import type { ClaimOutcome, ClaimRequest } from './execution.js';

@Injectable()
export class ExecutionStore {
  constructor(private readonly database: Database) {}

  /** One round trip: guards, execution, consumed approvals and, for class 0, the effect and its outcome. */
  async claim(
    tenant: string,
    plan: string,
    request: ClaimRequest,
  ): Promise<{ outcome: ClaimOutcome; execution: string | null }> {
    const { leaseMs, ...guards } = request;
    const rows = await this.database.query<{ outcome: ClaimOutcome; execution: string | null }>(
      'claim_execution',
      'SELECT outcome, execution_id AS execution FROM claim_execution($1, $2, $3)',
      [tenant, plan, JSON.stringify({ ...guards, lease: `${leaseMs} milliseconds` })],
    );
    return oneRow(rows);
  }

  /** REQUESTED, NOT_APPROVED, NOT_FOUND, or the plan's final state. */
  async request(tenant: string, plan: string, event: string): Promise<string> {
    const rows = await this.database.query<{ outcome: string }>(
      'request_execution',
      'SELECT request_execution($1, $2, $3) AS outcome',
      [tenant, plan, event],
    );
    return oneRow(rows).outcome;
  }
}
