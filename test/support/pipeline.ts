import { ApprovalService } from '../../src/approval/approval.service.js';
import { ContractRegistry } from '../../src/contracts/contract-registry.js';
import { Database } from '../../src/database/database.js';
import { ExecutionService } from '../../src/execution/execution.service.js';
import { ApprovalSigner } from '../../src/identity/approval-signer.js';
import type { Principal } from '../../src/identity/principal.js';
import type { Plan } from '../../src/planning/plan.js';
import { PlanStore } from '../../src/planning/plan.store.js';
import { type Planned, PlanningService } from '../../src/planning/planning.service.js';
import type { Result } from '../../src/shared/errors.js';
import { newId } from '../../src/shared/ids.js';
import { addOrders } from './actors.js';
import type { Engine } from './engine.js';

/** The walk of one plan below the transports: no token, no rate limit, and SQL functions called as an attacker or a race would. */

let made = 0;

/** A small paid retail order of acme that nobody has touched. */
export async function newOrder(engine: Engine, amount?: string): Promise<string> {
  const id = `G-${String(++made).padStart(6, '0')}`;
  await addOrders(engine, 'acme', [id], amount);
  return id;
}

export interface Asked {
  readonly reason?: string;
  readonly key?: string;
  readonly tool?: string;
}

export async function plan(
  engine: Engine,
  requester: Principal,
  orderId: string,
  { reason = 'not wanted', key, tool = 'orders.cancel.v1' }: Asked = {},
): Promise<Result<Planned>> {
  const contract = engine.app.get(ContractRegistry).byName(tool);
  const args = contract?.validateInput({ orderId, reason });
  if (contract === undefined || !args?.ok) throw new Error('not a valid call');
  const call = { principal: requester, contract, args: args.value, idempotencyKey: key, run: undefined };
  return engine.app.get(PlanningService).plan(call);
}

/** The id of a plan that must come about. */
export async function planned(engine: Engine, requester: Principal, orderId: string, asked?: Asked): Promise<string> {
  const result = await plan(engine, requester, orderId, asked);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value.plan;
}

export async function planRow(engine: Engine, id: string, tenant = 'acme'): Promise<Plan> {
  const found = await engine.app.get(PlanStore).find(tenant, id);
  if (found === undefined) throw new Error(`no plan ${id}`);
  return found;
}

export async function decide(
  engine: Engine,
  approver: Principal,
  id: string,
  decision: 'APPROVE' | 'REJECT' = 'APPROVE',
): Promise<Result<void>> {
  const { actionDigest, displayDigest } = await planRow(engine, id);
  const request = { decision, reason: 'looked at it', actionDigest, displayDigest };
  return engine.app.get(ApprovalService).decide(approver, id, request);
}

/** Decides where a refusal would spoil the test. */
export async function approved(engine: Engine, id: string, ...approvers: readonly Principal[]): Promise<void> {
  for (const approver of approvers) {
    const result = await decide(engine, approver, id);
    if (!result.ok) throw new Error(result.refusal.message);
  }
}

export const execute = (engine: Engine, id: string): Promise<string> =>
  engine.app.get(ExecutionService).execute('acme', id);

/** What an honest service would establish for `claim_execution`, as JSON, unless told otherwise. */
export async function claimFor(engine: Engine, id: string, told: object = {}): Promise<string> {
  const row = await planRow(engine, id);
  const [known] = await engine.database.query<{ epoch: number; verified: string[] }>(
    `SELECT (SELECT authz_epoch::integer FROM principal WHERE tenant = 'acme' AND id = $2) AS epoch,
            ARRAY(SELECT a.id::text FROM approval a WHERE a.tenant = 'acme' AND a.plan = $1) AS verified`,
    [id, row.requesterId],
  );
  return JSON.stringify({
    executionId: newId(),
    actionDigest: row.actionDigest,
    lease: '10 seconds',
    ...known,
    lock: 'orders_lock',
    apply: 'orders_cancel',
    ...told,
  });
}

/** `claim_execution` by itself, as the engine's role. */
export async function claim(engine: Engine, id: string, told: object = {}): Promise<string> {
  const rows = await engine.app
    .get(Database)
    .query<{ outcome: string }>('test_claim', 'SELECT outcome FROM claim_execution($1, $2, $3)', [
      'acme',
      id,
      await claimFor(engine, id, told),
    ]);
  return rows[0]?.outcome ?? '';
}

/** A decision for `record_decision`, as JSON, but for its signature, which that function does not look at. */
export async function decisionFor(engine: Engine, id: string, approver: Principal, told: object = {}): Promise<string> {
  const { actionDigest, displayDigest } = await planRow(engine, id);
  return JSON.stringify({
    id: newId(),
    approverId: approver.id,
    approverHuman: approver.human,
    decision: 'APPROVE',
    reason: '',
    epoch: approver.epoch,
    actionDigest,
    displayDigest,
    statement: '{}',
    jws: 'unsigned',
    event: '{}',
    kid: engine.app.get(ApprovalSigner).kid,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...told,
  });
}

/** `record_decision` by itself, as the engine's role. */
export async function record(engine: Engine, id: string, approver: Principal, told: object = {}): Promise<string> {
  const rows = await engine.app
    .get(Database)
    .query<{ outcome: string }>('test_record', 'SELECT record_decision($1, $2, $3) AS outcome', [
      'acme',
      id,
      await decisionFor(engine, id, approver, told),
    ]);
  return rows[0]?.outcome ?? '';
}

/** What is true of an order and a plan afterwards. */
export interface Aftermath {
  readonly effects: number;
  readonly executions: number;
  readonly plan: string;
  readonly approvals: readonly string[];
}

/** How often the order was cancelled, how often the plan was executed, its state, and those of its approvals, oldest first. */
export async function aftermath(engine: Engine, id: string): Promise<Aftermath> {
  const [row] = await engine.database.query<Aftermath>(
    `SELECT (SELECT count(*)::integer FROM order_event o WHERE o.tenant = p.tenant AND o.order_id = p.resource_id) AS effects,
            (SELECT count(*)::integer FROM execution e WHERE e.tenant = p.tenant AND e.plan = p.id) AS executions,
            p.state AS plan,
            ARRAY(SELECT a.state FROM approval a WHERE a.tenant = p.tenant AND a.plan = p.id ORDER BY a.id) AS approvals
       FROM plan p WHERE p.tenant = 'acme' AND p.id = $1`,
    [id],
  );
  if (row === undefined) throw new Error(`no plan ${id}`);
  return row;
}

/** The types of a plan's events with their bodies, oldest first. */
export async function eventsOf(engine: Engine, id: string): Promise<{ type: string; body: Record<string, unknown> }[]> {
  return engine.database.query(
    `SELECT type, canonical::jsonb -> 'body' AS body FROM audit_event WHERE tenant = 'acme' AND plan = $1 ORDER BY seq`,
    [id],
  );
}
