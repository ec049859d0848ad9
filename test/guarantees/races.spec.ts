import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApprovalService } from '../../src/approval/approval.service.js';
import { ContractRegistry } from '../../src/contracts/contract-registry.js';
import { ExecutionService } from '../../src/execution/execution.service.js';
import type { Principal } from '../../src/identity/principal.js';
import { PlanStore } from '../../src/planning/plan.store.js';
import { PlanningService } from '../../src/planning/planning.service.js';
import { addEmployees, addOrders, principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';

const ROUNDS = 60;
const RACERS = 32;
const RIVALS = 8;

let engine: Engine;
let sam: Principal;
let sofia: Principal;
let next = 0;

beforeAll(async () => {
  // Without a worker, so that nobody but the racers executes; with a connection for each racer, so that they really race.
  engine = await startEngine({ ROLE: 'api', DATABASE_POOL: String(RACERS + 4) });
  await addEmployees(
    engine,
    'acme',
    Array.from({ length: RIVALS }, (_, i) => `rival-${i}`),
  );
  sam = await principalOf(engine, 'acme', 'sam');
  sofia = await principalOf(engine, 'acme', 'sofia');
});
afterAll(() => engine.stop());

async function order(): Promise<string> {
  const id = `R-${String(++next).padStart(6, '0')}`;
  await addOrders(engine, 'acme', [id]);
  return id;
}

async function planned(requester: Principal, orderId: string): Promise<string> {
  const contract = engine.app.get(ContractRegistry).byName('orders.cancel.v1');
  if (contract === undefined) throw new Error('no contract');
  const args = contract.validateInput({ orderId, reason: 'a race' });
  if (!args.ok) throw new Error(args.refusal.message);
  // Below the runtime, whose rate limit would end the race early.
  const planned = await engine.app.get(PlanningService).plan({
    principal: requester,
    contract,
    args: args.value,
    idempotencyKey: undefined,
    run: undefined,
  });
  if (!planned.ok) throw new Error(planned.refusal.message);
  return planned.value.plan;
}

async function decide(approver: Principal, planId: string) {
  const plan = await engine.app.get(PlanStore).find('acme', planId);
  if (plan === undefined) throw new Error('no plan');
  const { actionDigest, displayDigest } = plan;
  return engine.app
    .get(ApprovalService)
    .decide(approver, planId, { decision: 'APPROVE', reason: 'race', actionDigest, displayDigest });
}

const execute = (plan: string) => engine.app.get(ExecutionService).execute('acme', plan);

interface Ledger {
  readonly executions: number;
  readonly effects: number;
  readonly consumed: number;
  readonly wronglyConsumed: number;
}

/** What the three ledgers say of an order's plans. */
async function ledger(orderId: string): Promise<Ledger> {
  const [row] = await engine.database.query<Ledger>(
    `SELECT (SELECT count(*)::integer FROM execution WHERE resource_id = $1) AS executions,
            (SELECT count(*)::integer FROM order_event WHERE order_id = $1) AS effects,
            (SELECT count(*)::integer FROM approval a JOIN plan p ON p.id = a.plan
              WHERE p.resource_id = $1 AND a.state = 'CONSUMED') AS consumed,
            (SELECT count(*)::integer FROM approval a JOIN plan p ON p.id = a.plan
              WHERE p.resource_id = $1 AND (a.state = 'CONSUMED') <> EXISTS (
                SELECT FROM execution e WHERE e.plan = a.plan AND e.id = a.execution)) AS "wronglyConsumed"`,
    [orderId],
  );
  if (row === undefined) throw new Error('no ledger');
  return row;
}

const once = { executions: 1, effects: 1, consumed: 1, wronglyConsumed: 0 };

describe('races on a real database', () => {
  it(`${RACERS} racers execute one plan: one wins, all others replay`, { timeout: 120_000 }, async () => {
    const requester = await principalOf(engine, 'acme', 'erin');
    for (let round = 0; round < ROUNDS; round++) {
      const orderId = await order();
      const plan = await planned(requester, orderId);
      expect((await decide(sam, plan)).ok).toBe(true);
      const outcomes = await Promise.all(Array.from({ length: RACERS }, () => execute(plan)));
      expect(outcomes.filter((outcome) => outcome === 'SUCCEEDED')).toHaveLength(1);
      expect(outcomes.filter((outcome) => !['SUCCEEDED', 'REPLAY', 'CONSUMED'].includes(outcome))).toEqual([]);
      expect(await ledger(orderId)).toEqual(once);
    }
  });

  it(`${RIVALS} approved plans on one order: one is executed, the others are void`, { timeout: 120_000 }, async () => {
    const rivals = await Promise.all(
      Array.from({ length: RIVALS }, (_, i) => principalOf(engine, 'acme', `rival-${i}`)),
    );
    for (let round = 0; round < ROUNDS; round++) {
      const orderId = await order();
      const plans = await Promise.all(rivals.map((rival) => planned(rival, orderId)));
      expect(new Set(plans).size).toBe(RIVALS);
      await Promise.all(plans.map((plan, i) => decide(i % 2 === 0 ? sam : sofia, plan)));
      const outcomes = await Promise.all(plans.map(execute));
      expect(outcomes.filter((outcome) => outcome === 'SUCCEEDED')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'STALE_RESOURCE')).toHaveLength(RIVALS - 1);
      expect(await ledger(orderId)).toEqual(once);
    }
  });

  it('approve against revoke against claim: the claim never uses a withdrawn approval', {
    timeout: 120_000,
  }, async () => {
    const requester = await principalOf(engine, 'acme', 'erin');
    const approvals = engine.app.get(ApprovalService);
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const orderId = await order();
      const plan = await planned(requester, orderId);
      await decide(sam, plan);
      const [claim, revoked, second] = await Promise.all([
        later(round % 3, () => execute(plan)),
        later((round + 1) % 3, () => approvals.revoke(sam, plan, undefined)),
        later((round + 2) % 3, () => decide(sofia, plan)),
      ]);
      const found = await ledger(orderId);
      expect(found.wronglyConsumed).toBe(0);
      expect(found.effects).toBe(found.executions);
      expect(found.consumed).toBe(found.executions);
      expect(claim === 'SUCCEEDED').toBe(found.executions === 1);
      const nothingLeft = revoked.ok && !second.ok;
      expect(nothingLeft && found.executions > 0).toBe(false);
      seen.add(`${claim} ${revoked.ok}`);
    }
    // Both orders of events happened, or the race proved nothing.
    expect(seen.size).toBeGreaterThan(1);
  });

  it('the same call 32 times at once makes one plan', { timeout: 60_000 }, async () => {
    const requester = await principalOf(engine, 'acme', 'erin');
    for (let round = 0; round < 10; round++) {
      const orderId = await order();
      const plans = await Promise.all(Array.from({ length: RACERS }, () => planned(requester, orderId)));
      expect(new Set(plans).size).toBe(1);
    }
  });
});

/** Lets some microtasks and timers pass, so that every order of events occurs over the rounds. */
async function later<T>(turns: number, work: () => Promise<T>): Promise<T> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setTimeout(resolve, 2));
  return work();
}
