import { Injectable } from '@nestjs/common';
import type { ResourceAttributes } from '../authorization/attributes.js';
import type { JsonObject } from '../canonical/json-value.js';
import { Database, type Tx } from '../database/database.js';
import type { Execution } from '../execution/execution.js';
import type { PlanRule, PlanState } from '../planning/plan.js';

/** A plan as lists read it, with its execution's state and the viewer's own decision. */
export interface ActionRow {
  readonly id: string;
  readonly tool: string;
  readonly state: PlanState;
  readonly execution: Execution['state'] | null;
  readonly overdue: boolean;
  readonly quorumAt: Date | null;
  readonly requesterHuman: string;
  readonly requesterName: string;
  readonly requesterSub: string;
  readonly actors: string[];
  readonly display: JsonObject;
  readonly actionDigest: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly resourceLabel: string;
  readonly attributes: ResourceAttributes;
  readonly rule: PlanRule;
  readonly required: number;
  readonly approvals: number;
  readonly decided: boolean;
  readonly createdAt: Date;
  readonly decideBy: Date;
  readonly executeBy: Date;
  readonly closedAt: Date | null;
  readonly now: Date;
}

export interface DecisionRow {
  readonly approverHuman: string;
  readonly approverName: string;
  readonly decision: 'APPROVE' | 'REJECT';
  readonly state: 'VALID' | 'CONSUMED' | 'REVOKED';
  readonly counts: boolean;
  readonly reason: string;
  readonly createdAt: Date;
}

export interface ActionDetailRow {
  readonly row: ActionRow;
  readonly plan: {
    readonly action: string;
    readonly displayDigest: string;
    readonly toolDigest: string;
    readonly policyDigest: string;
    readonly operationId: string;
    readonly resourceVersion: string;
    readonly mode: 'automatic' | 'on_request';
    readonly stateReason: string | null;
    /** Hash of the newest event when the plan was read. */
    readonly chainHash: string;
  };
  readonly decisions: readonly DecisionRow[];
  readonly execution: Execution | undefined;
  readonly events: readonly { seq: number; type: string; canonical: string; hash: string }[];
  readonly similar: readonly ActionRow[];
}

/** What a list shows. `inbox` and `all` are filtered by entitlement afterwards; SQL narrows what it can. */
export interface ListQuery {
  readonly view: 'inbox' | 'decided' | 'mine' | 'all';
  readonly open: boolean;
  readonly states: readonly PlanState[] | undefined;
  readonly tools: readonly string[] | undefined;
  readonly search: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

const ROW = `
  p.id, p.tool, p.state, e.state AS execution, plan_is_over(p, clock_timestamp()) AS overdue, p.quorum_at AS "quorumAt",
  p.requester_human AS "requesterHuman", r.name AS "requesterName", r.sub AS "requesterSub", p.actors,
  p.display::jsonb AS display, encode(p.action_digest, 'hex') AS "actionDigest", p.resource_type AS "resourceType",
  p.resource_id AS "resourceId", p.resource_label AS "resourceLabel", p.attributes, p.rule, p.required, p.approvals,
  EXISTS (SELECT FROM approval a WHERE a.tenant = p.tenant AND a.plan = p.id AND a.approver_human = $2) AS decided,
  p.created_at AS "createdAt", p.decide_by AS "decideBy", p.execute_by AS "executeBy",
  coalesce(e.finished_at, p.closed_at) AS "closedAt", clock_timestamp() AS now`;
const FROM = `
  FROM plan p JOIN principal r ON r.tenant = p.tenant AND r.id = p.requester_id
  LEFT JOIN execution e ON e.tenant = p.tenant AND e.plan = p.id`;

/** Reads for screens and agents, apart from the writing side. Lists page by key: ids are ordered by time. */
@Injectable()
export class ActionViewStore {
  constructor(private readonly database: Database) {}

  async list(tenant: string, human: string, query: ListQuery): Promise<ActionRow[]> {
    const where = ['p.tenant = $1'];
    const values: unknown[] = [tenant, human];
    const bind = (value: unknown) => `$${values.push(value)}`;
    if (query.view === 'mine') where.push('p.requester_human = $2');
    if (query.view === 'inbox')
      where.push("p.state = 'PENDING' AND p.requester_human <> $2 AND p.decide_by > clock_timestamp()");
    if (query.view === 'inbox' || query.view === 'decided') {
      const not = query.view === 'inbox' ? 'NOT ' : '';
      where.push(
        `${not}EXISTS (SELECT FROM approval a WHERE a.tenant = p.tenant AND a.plan = p.id AND a.approver_human = $2)`,
      );
    }
    if (query.open) where.push("(p.state = 'PENDING' OR e.state IN ('DISPATCHED', 'UNKNOWN', 'MANUAL'))");
    if (query.states) where.push(`p.state = ANY (${bind(query.states)}::text[])`);
    if (query.tools) where.push(`p.tool = ANY (${bind(query.tools)}::text[])`);
    if (query.before) where.push(`p.id < ${bind(query.before)}`);
    if (query.search) {
      const text = bind(`%${query.search.replace(/[\\%_]/g, '\\$&')}%`);
      where.push(`(p.resource_label ILIKE ${text} OR p.resource_id ILIKE ${text} OR p.tool ILIKE ${text} OR r.name ILIKE ${text}
        OR encode(p.action_digest, 'hex') ILIKE ${text})`);
    }
    const sql = `SELECT ${ROW} ${FROM} WHERE ${where.join(' AND ')} ORDER BY p.id DESC LIMIT ${bind(query.limit)}`;
    return this.database.tenant(tenant, (tx) => tx.query<ActionRow>(sql, values));
  }

  async row(tenant: string, human: string, id: string): Promise<ActionRow | undefined> {
    return this.database.tenant(tenant, (tx) => readRow(tx, tenant, human, id));
  }

  /** One consistent look at everything about a plan. */
  async detail(tenant: string, human: string, id: string): Promise<ActionDetailRow | undefined> {
    return this.database.tenant(tenant, async (tx) => {
      const row = await readRow(tx, tenant, human, id);
      if (row === undefined) return undefined;
      const [plan] = await tx.query<ActionDetailRow['plan']>(
        `SELECT action, encode(display_digest, 'hex') AS "displayDigest", encode(tool_digest, 'hex') AS "toolDigest",
                encode(policy_digest, 'hex') AS "policyDigest", operation_id AS "operationId",
                resource_version AS "resourceVersion", mode, state_reason AS "stateReason",
                encode(chain_hash, 'hex') AS "chainHash"
           FROM plan WHERE tenant = $1 AND id = $2`,
        [tenant, id],
      );
      if (plan === undefined) return undefined;
      return {
        row,
        plan,
        decisions: await readDecisions(tx, tenant, id),
        execution: await readExecution(tx, tenant, id),
        events: await readEvents(tx, tenant, id),
        similar: await readSimilar(tx, tenant, human, row),
      };
    });
  }
}

async function readRow(tx: Tx, tenant: string, human: string, id: string): Promise<ActionRow | undefined> {
  const rows = await tx.query<ActionRow>(`SELECT ${ROW} ${FROM} WHERE p.tenant = $1 AND p.id = $3`, [
    tenant,
    human,
    id,
  ]);
  return rows[0];
}

function readDecisions(tx: Tx, tenant: string, plan: string): Promise<DecisionRow[]> {
  return tx.query<DecisionRow>(
    `SELECT a.approver_human AS "approverHuman", pr.name AS "approverName", a.decision, a.state, a.reason,
            a.state = 'CONSUMED' OR a.decision = 'REJECT'
              OR (a.state = 'VALID' AND pr.authz_epoch = a.authz_epoch AND NOT pr.disabled) AS counts,
            a.created_at AS "createdAt"
       FROM approval a JOIN principal pr ON pr.tenant = a.tenant AND pr.id = a.approver_id
      WHERE a.tenant = $1 AND a.plan = $2 ORDER BY a.id`,
    [tenant, plan],
  );
}

async function readExecution(tx: Tx, tenant: string, plan: string): Promise<Execution | undefined> {
  const rows = await tx.query<Execution>(
    `SELECT id, plan, state, operation_id AS "operationId", result, error, started_at AS "startedAt", finished_at AS "finishedAt"
       FROM execution WHERE tenant = $1 AND plan = $2`,
    [tenant, plan],
  );
  return rows[0];
}

function readEvents(tx: Tx, tenant: string, plan: string): Promise<ActionDetailRow['events'][number][]> {
  return tx.query(
    `SELECT seq, type, canonical, encode(hash, 'hex') AS hash FROM audit_event WHERE tenant = $1 AND plan = $2 ORDER BY seq`,
    [tenant, plan],
  );
}

function readSimilar(tx: Tx, tenant: string, human: string, row: ActionRow): Promise<ActionRow[]> {
  return tx.query<ActionRow>(
    `SELECT ${ROW} ${FROM}
      WHERE p.tenant = $1 AND p.resource_type = $3 AND p.resource_id = $4 AND p.id <> $5 ORDER BY p.id DESC LIMIT 5`,
    [tenant, human, row.resourceType, row.resourceId, row.id],
  );
}
