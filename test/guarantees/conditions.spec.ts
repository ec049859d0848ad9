import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalHandlers } from '../../src/adapters/local-handlers.js';
import { ApprovalService } from '../../src/approval/approval.service.js';
import { ApprovalStore } from '../../src/approval/approval.store.js';
import { loadPolicies } from '../../src/authorization/load-policies.js';
import { PolicyEngine } from '../../src/authorization/policy-engine.js';
import { ContractRegistry } from '../../src/contracts/contract-registry.js';
import { PlanChanges } from '../../src/database/changes.js';
import { ExecutionService } from '../../src/execution/execution.service.js';
import { ExecutionStore } from '../../src/execution/execution.store.js';
import type { Lifecycle } from '../../src/contracts/tool-contract.js';
import { ApprovalSigner } from '../../src/identity/approval-signer.js';
import { DirectoryService } from '../../src/identity/directory.service.js';
import type { Principal } from '../../src/identity/principal.js';
import { PlanningService } from '../../src/planning/planning.service.js';
import { Relay } from '../../src/queue/relay.js';
import { principalOf } from '../support/actors.js';
import { edited } from '../support/broken-text.js';
import { type Engine, startEngine } from '../support/engine.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;
let erin: Principal;
let sam: Principal;
let petra: Principal;
let folder: string;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  erin = await principalOf(engine, 'acme', 'erin');
  sam = await principalOf(engine, 'acme', 'sam');
  petra = await principalOf(engine, 'acme', 'petra');
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-test-'));
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sql = (text: string, values: unknown[] = []) => engine.database.query(text, values);

async function approvedPlan(): Promise<string> {
  const id = await walk.planned(engine, erin, await walk.newOrder(engine));
  await walk.approved(engine, id, sam);
  return id;
}

interface Circumstances {
  readonly contracts?: ContractRegistry;
  readonly policy?: PolicyEngine;
  readonly handlers?: LocalHandlers;
}

/** What a process answers that was started on the same database with other files, or with other code. */
function executeUnder(id: string, { contracts, policy, handlers }: Circumstances): Promise<string> {
  const { app } = engine;
  const service = new ExecutionService(
    app.get(PlanningService),
    app.get(ApprovalService),
    app.get(ExecutionStore),
    contracts ?? app.get(ContractRegistry),
    policy ?? app.get(PolicyEngine),
    app.get(DirectoryService),
    app.get(ApprovalSigner),
    handlers ?? app.get(LocalHandlers),
    app.get(PlanChanges),
    app.get(Relay),
  );
  return service.execute('acme', id);
}

async function expectHeldBack(id: string, outcome: string, circumstances: Circumstances): Promise<void> {
  expect(await executeUnder(id, circumstances)).toBe(outcome);
  expect(await walk.aftermath(engine, id)).toEqual({
    effects: 0,
    executions: 0,
    plan: 'PENDING',
    approvals: ['VALID'],
  });
  expect((await walk.eventsOf(engine, id)).at(-1)).toEqual({ type: 'execution.denied', body: { code: outcome } });
  // It can pass, so somebody looks again by and by.
  const look = await sql(
    "SELECT due_at > clock_timestamp() AS later FROM wakeup WHERE plan = $1 AND kind = 'execute'",
    [id],
  );
  expect(look).toEqual([{ later: true }]);
}

/** The catalogue with orders.cancel.v1 in another stage of its life, or without it. */
function contractsWhere(lifecycle: Lifecycle | undefined): ContractRegistry {
  return new ContractRegistry(
    engine.app
      .get(ContractRegistry)
      .all()
      .flatMap((one) => {
        if (one.contract.id !== 'orders.cancel.v1') return [one];
        return lifecycle === undefined ? [] : [{ ...one, contract: { ...one.contract, lifecycle } }];
      }),
  );
}

function policiesWhere(file: string, from: string, to: string): PolicyEngine {
  cpSync('policies', folder, { recursive: true });
  const changed = path.join(folder, file);
  writeFileSync(changed, edited(readFileSync(changed, 'utf8'), from, to));
  return loadPolicies(folder, engine.app.get(ContractRegistry));
}

describe('what is approved is held back', () => {
  it.each<[string, Lifecycle]>([
    ['retired', { state: 'retired' }],
    ['a draft again', { state: 'draft' }],
    ['past its sunset', { state: 'deprecated', sunset: '2020-01-01' }],
  ])('while its tool is %s', async (_, lifecycle) => {
    await expectHeldBack(await approvedPlan(), 'TOOL_DISABLED', { contracts: contractsWhere(lifecycle) });
  });

  it('but not while its tool only takes no new requests', async () => {
    const contracts = contractsWhere({ state: 'read-only' });
    expect(await executeUnder(await approvedPlan(), { contracts })).toBe('SUCCEEDED');
  });

  it('by a process that does not know its tool', async () => {
    await expectHeldBack(await approvedPlan(), 'TOOL_CHANGED', { contracts: contractsWhere(undefined) });
  });

  it('by a process that knows another text of its tool', async () => {
    const contracts = new ContractRegistry(
      engine.app
        .get(ContractRegistry)
        .all()
        .map((one) => ({ ...one, digest: 'a'.repeat(64) })),
    );
    await expectHeldBack(await approvedPlan(), 'TOOL_CHANGED', { contracts });
  });

  it('by a process that does not know how to do it', async () => {
    await expectHeldBack(await approvedPlan(), 'TOOL_CHANGED', { handlers: new LocalHandlers() });
  });

  it('when policy asks for more approvals today', async () => {
    const policy = policiesWhere('approvals.yaml', 'required: 1', 'required: 2');
    await expectHeldBack(await approvedPlan(), 'POLICY_DENIED', { policy });
  });

  it('when policy asks for other approvers today', async () => {
    const policy = policiesWhere(
      'approvals.yaml',
      'required: 1\n      approvers: { permission: approve }',
      'required: 1\n      approvers: { permission: read }',
    );
    await expectHeldBack(await approvedPlan(), 'POLICY_DENIED', { policy });
  });

  it('when policy denies it to everybody today', async () => {
    const policy = policiesWhere('approvals.yaml', 'in: [SHIPPED, DELIVERED]', 'in: [SHIPPED, DELIVERED, PAID]');
    await expectHeldBack(await approvedPlan(), 'POLICY_DENIED', { policy });
  });
});

describe('a decision without a reason', () => {
  async function decide(decision: 'APPROVE' | 'REJECT', reasonRequired: boolean, reason: string) {
    const id = await walk.planned(engine, erin, await walk.newOrder(engine));
    const { app } = engine;
    const known = app.get(ContractRegistry).all();
    const contracts = known.map((one) => {
      const { approval } = one.contract;
      return approval ? { ...one, contract: { ...one.contract, approval: { ...approval, reasonRequired } } } : one;
    });
    const service = new ApprovalService(
      app.get(PlanningService),
      app.get(ApprovalStore),
      app.get(PolicyEngine),
      new ContractRegistry(contracts),
      app.get(ApprovalSigner),
      app.get(PlanChanges),
      app.get(Relay),
    );
    const { actionDigest, displayDigest } = await walk.planRow(engine, id);
    const decided = await service.decide(sam, id, { decision, reason, actionDigest, displayDigest });
    expect((await walk.aftermath(engine, id)).approvals).toHaveLength(decided.ok ? 1 : 0);
    return decided.ok || decided.refusal.code;
  }

  it('is not taken where the contract asks for one', async () => {
    expect(await decide('APPROVE', true, ' ')).toBe('INVALID_ARGUMENTS');
    expect(await decide('APPROVE', true, 'looked at it')).toBe(true);
    expect(await decide('APPROVE', false, '')).toBe(true);
  });

  it('is never a rejection', async () => {
    expect(await decide('REJECT', false, ' ')).toBe('INVALID_ARGUMENTS');
    expect(await decide('REJECT', false, 'still wanted')).toBe(true);
  });
});

describe('the kill switch', () => {
  const turn = (tool: string, disabled: boolean, tenant = 'acme') =>
    sql(
      `INSERT INTO tool_switch (tenant, tool, disabled, reason, changed_by)
       SELECT $1, $2, $3, 'test', id FROM principal WHERE tenant = $1 LIMIT 1
       ON CONFLICT (tenant, tool) DO UPDATE SET disabled = excluded.disabled`,
      [tenant, tool, disabled],
    );

  it.each(['orders.cancel.v1', '*'])('%s stops new plans and claims, until it is lifted', async (tool) => {
    const id = await approvedPlan();
    const order = await walk.newOrder(engine);
    await turn(tool, true);
    expect(await walk.plan(engine, erin, order)).toMatchObject({ ok: false, refusal: { code: 'TOOL_DISABLED' } });
    await expectHeldBack(id, 'TOOL_DISABLED', {});
    await turn(tool, false);
    expect(await walk.plan(engine, erin, order)).toMatchObject({ ok: true });
    expect(await walk.execute(engine, id)).toBe('SUCCEEDED');
  });

  it('of another tool, or of another tenant, stops nothing here', async () => {
    await turn('orders.get.v1', true);
    await turn('*', true, 'globex');
    expect(await walk.execute(engine, await approvedPlan())).toBe('SUCCEEDED');
  });

  it('makes what it held back due at once when it is lifted', async () => {
    const id = await approvedPlan();
    await turn('orders.cancel.v1', true);
    await walk.execute(engine, id);
    const due =
      "SELECT due_at <= clock_timestamp() AS due, published_at FROM wakeup WHERE plan = $1 AND kind = 'execute'";
    expect(await sql(due, [id])).toEqual([{ due: false, published_at: null }]);
    await sql("SELECT set_tool_switch('acme', 'orders.cancel.v1', false, 'over', $1, '{}')", [petra.id]);
    expect(await sql(due, [id])).toEqual([{ due: true, published_at: null }]);
  });
});

describe('a contract that was replaced', () => {
  const publish = (digest: string) => sql(`UPDATE tool SET current_digest = ${digest} WHERE tool = 'orders.cancel.v1'`);

  it('stops a call that was made under the old one, and voids what was approved under it', async () => {
    const id = await approvedPlan();
    const order = await walk.newOrder(engine);
    await sql("INSERT INTO tool_contract (tool, digest, canonical) VALUES ('orders.cancel.v1', sha256('new'), '{}')");
    await publish("sha256('new')");
    expect(await walk.plan(engine, erin, order)).toMatchObject({ ok: false, refusal: { code: 'TOOL_CHANGED' } });
    expect(await walk.execute(engine, id)).toBe('TOOL_CHANGED');
    expect(await walk.aftermath(engine, id)).toEqual({
      effects: 0,
      executions: 0,
      plan: 'INVALIDATED',
      approvals: ['VALID'],
    });
    await publish('(SELECT tool_digest FROM plan LIMIT 1)');
  });
});
