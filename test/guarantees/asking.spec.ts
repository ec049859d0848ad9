import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalHandlers } from '../../src/adapters/local-handlers.js';
import { AuditService } from '../../src/audit/audit.service.js';
import { loadPolicies } from '../../src/authorization/load-policies.js';
import { PolicyEngine } from '../../src/authorization/policy-engine.js';
import { ContractRegistry } from '../../src/contracts/contract-registry.js';
import type { ToolContract } from '../../src/contracts/tool-contract.js';
import { PlanChanges } from '../../src/database/changes.js';
import { DirectoryService } from '../../src/identity/directory.service.js';
import type { Principal } from '../../src/identity/principal.js';
import { PlanStore } from '../../src/planning/plan.store.js';
import { PlanningService } from '../../src/planning/planning.service.js';
import { ActionsService } from '../../src/runtime/actions.service.js';
import type { CallRequest } from '../../src/runtime/call.js';
import { Limits } from '../../src/runtime/limits.js';
import { RuntimeService } from '../../src/runtime/runtime.service.js';
import { addOrders, principalOf } from '../support/actors.js';
import { edited } from '../support/broken-text.js';
import { type Engine, startEngine } from '../support/engine.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;
let erin: Principal;
let sam: Principal;
let wei: Principal;
let folder: string;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  erin = await principalOf(engine, 'acme', 'erin');
  sam = await principalOf(engine, 'acme', 'sam');
  wei = await principalOf(engine, 'acme', 'wei');
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-test-'));
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Circumstances {
  readonly contracts?: ContractRegistry;
  readonly policy?: PolicyEngine;
  readonly handlers?: LocalHandlers;
}

/** The pipeline of a process that was started on the same database with other files, or with other code. */
function runtimeUnder(circumstances: Circumstances = {}): RuntimeService {
  const { app } = engine;
  const policy: PolicyEngine = circumstances.policy ?? app.get(PolicyEngine);
  const handlers: LocalHandlers = circumstances.handlers ?? app.get(LocalHandlers);
  const contracts: ContractRegistry = circumstances.contracts ?? app.get(ContractRegistry);
  const planning = new PlanningService(
    app.get(PlanStore),
    handlers,
    policy,
    app.get(DirectoryService),
    app.get(AuditService),
    app.get(PlanChanges),
  );
  const limits = new Limits(engine.database.config(), policy);
  return new RuntimeService(
    contracts,
    policy,
    handlers,
    limits,
    planning,
    app.get(ActionsService),
    app.get(AuditService),
  );
}

function contractsWhere(id: string, change: Partial<ToolContract>): ContractRegistry {
  const all = engine.app.get(ContractRegistry).all();
  return new ContractRegistry(
    all.map((one) => (one.contract.id === id ? { ...one, contract: { ...one.contract, ...change } } : one)),
  );
}

function policiesWhere(file: string, from: string, to: string): PolicyEngine {
  cpSync('policies', folder, { recursive: true });
  const changed = path.join(folder, file);
  writeFileSync(changed, edited(readFileSync(changed, 'utf8'), from, to));
  return loadPolicies(folder, engine.app.get(ContractRegistry));
}

const cancel = (orderId: string, more: object = {}): CallRequest => ({
  tool: 'orders.cancel.v1',
  arguments: { orderId, reason: 'not wanted' },
  ...more,
});
const get = (orderId: string): CallRequest => ({ tool: 'orders.get.v1', arguments: { orderId } });

async function ledger(): Promise<{ plans: number; denials: number; reads: number }> {
  const [row] = await engine.database.query<{ plans: number; denials: number; reads: number }>(
    `SELECT (SELECT count(*)::integer FROM plan) AS plans,
            (SELECT count(*)::integer FROM audit_event WHERE type = 'request.denied') AS denials,
            (SELECT count(*)::integer FROM audit_event WHERE type = 'tool.read') AS reads`,
  );
  return row ?? { plans: -1, denials: -1, reads: -1 };
}

/** Refused with this code before there is a plan; with an event when the call had got as far as its object. */
async function expectRefused(who: Principal, call: CallRequest, code: string, under?: Circumstances): Promise<unknown> {
  const before = await ledger();
  const answer = await runtimeUnder(under).call(who, call);
  expect(answer).toMatchObject({ ok: false, refusal: { code } });
  expect((await ledger()).plans).toBe(before.plans);
  return answer;
}

async function expectDenied(who: Principal, call: CallRequest, code: string, under?: Circumstances): Promise<unknown> {
  const before = await ledger();
  const answer = await expectRefused(who, call, code, under);
  expect((await ledger()).denials).toBe(before.denials + 1);
  const [event] = await engine.database.query(
    `SELECT canonical::jsonb -> 'body' AS body FROM audit_event WHERE type = 'request.denied' ORDER BY id DESC LIMIT 1`,
  );
  expect(event).toMatchObject({ body: { actor: { sub: who.sub, human: who.human }, tool: 'orders.cancel.v1', code } });
  return answer;
}

describe('a risky call is denied before anybody is asked', () => {
  it('on an object that one may not read, exactly as if it were not there', async () => {
    const order = await walk.newOrder(engine);
    const hidden = await expectDenied(wei, cancel(order), 'NOT_FOUND');
    expect(await expectDenied(wei, cancel('G-999999'), 'NOT_FOUND')).toEqual(hidden);
  });

  it('when one may read the object, but not do this to it', async () => {
    const line = 'businessLine: { in: principal.businessLines }';
    const policy = policiesWhere(
      'roles.yaml',
      `{ can: [read, cancel, approve], on: Order, where: { ${line} } }`,
      `{ can: [read], on: Order, where: { ${line} } }\n    - { can: [cancel], on: Order, where: { ${line}, state: { in: [NEW] } } }`,
    );
    await expectDenied(sam, cancel(await walk.newOrder(engine)), 'POLICY_DENIED', { policy });
  });

  it('on another version than the one that was read', async () => {
    const order = await walk.newOrder(engine);
    const stale = { arguments: { orderId: order, reason: 'not wanted', expectedVersion: '9' } };
    await expectDenied(erin, cancel(order, stale), 'STALE_RESOURCE');
    const current = { arguments: { orderId: order, reason: 'not wanted', expectedVersion: '1' } };
    expect(await runtimeUnder().call(erin, cancel(order, current))).toMatchObject({
      ok: true,
      value: { kind: 'pending' },
    });
  });

  it('when the domain foresees that it cannot be done, whatever policy says', async () => {
    const policy = policiesWhere('approvals.yaml', 'in: [SHIPPED, DELIVERED]', 'in: [DELIVERED]');
    const order = await walk.newOrder(engine);
    await engine.database.query("UPDATE customer_order SET state = 'SHIPPED' WHERE id = $1", [order]);
    await expectDenied(erin, cancel(order), 'POLICY_DENIED', { policy });
  });

  it('when policy denies it to everybody, whatever the domain says', async () => {
    const policy = policiesWhere('approvals.yaml', 'in: [SHIPPED, DELIVERED]', 'in: [SHIPPED, DELIVERED, PAID]');
    await expectDenied(erin, cancel(await walk.newOrder(engine)), 'POLICY_DENIED', { policy });
  });

  it('when too few are known who could approve, the requester not among them', async () => {
    const large = await walk.newOrder(engine, '20000.00');
    const answer = await expectDenied(sam, cancel(large), 'NO_ELIGIBLE_APPROVER');
    expect(answer).toMatchObject({ refusal: { details: { required: 2, eligible: 1 } } });
    await engine.database.query("UPDATE principal SET disabled = true WHERE sub IN ('sam', 'sam.admin', 'sofia')");
    expect(await expectDenied(erin, cancel(large), 'NO_ELIGIBLE_APPROVER')).toMatchObject({
      refusal: { details: { required: 2, eligible: 0 } },
    });
    await engine.database.query('UPDATE principal SET disabled = false');
  });

  it('and occupies no idempotency key', async () => {
    const key = { idempotencyKey: 'free after a denial' };
    const order = await walk.newOrder(engine);
    const policy = policiesWhere('approvals.yaml', 'in: [SHIPPED, DELIVERED]', 'in: [SHIPPED, DELIVERED, PAID]');
    await expectDenied(erin, cancel(order, key), 'POLICY_DENIED', { policy });
    expect(await runtimeUnder().call(erin, cancel(order, key))).toMatchObject({ ok: true });
  });
});

describe('a call is refused', () => {
  it('for a tool that is not there, and one that the caller may not see, with the same words', async () => {
    const nobody = { ...erin, roles: [] };
    const hidden = await expectRefused(nobody, cancel('G-000001'), 'UNKNOWN_TOOL');
    expect(await expectRefused(erin, { tool: 'orders.explode.v1', arguments: {} }, 'UNKNOWN_TOOL')).toEqual(hidden);
    const draft = contractsWhere('orders.cancel.v1', { lifecycle: { state: 'draft' } });
    expect(await expectRefused(erin, cancel('G-000001'), 'UNKNOWN_TOOL', { contracts: draft })).toEqual(hidden);
    expect(runtimeUnder().tools(nobody)).toEqual([]);
  });

  it.each(['retired', 'read-only'] as const)(
    'for a writing tool that is %s, which is not listed either',
    async (state) => {
      const contracts = contractsWhere('orders.cancel.v1', { lifecycle: { state } });
      await expectRefused(erin, cancel('G-000001'), 'TOOL_DISABLED', { contracts });
      const listed = runtimeUnder({ contracts })
        .tools(erin)
        .map(({ contract }) => contract.id);
      expect(listed).toEqual(['orders.get.v1']);
    },
  );

  it('without a scope that the tool needs', async () => {
    const answer = await expectRefused(
      { ...erin, channel: 'token', scopes: ['orders:read'] },
      cancel('G-000001'),
      'FORBIDDEN',
    );
    expect(answer).toMatchObject({ refusal: { details: { reason: 'insufficient_scope', scopes: ['orders:cancel'] } } });
  });

  it.each(['', 'k'.repeat(201)])('with an idempotency key or a run of no use: %o', async (text) => {
    for (const name of ['idempotencyKey', 'run'] as const) {
      const answer = await expectRefused(erin, cancel('G-000001', { [name]: text }), 'INVALID_ARGUMENTS');
      expect(answer).toMatchObject({ refusal: { details: { errors: [{ pointer: `/${name}` }] } } });
    }
  });

  it('with arguments that its schema does not have', async () => {
    await expectRefused(erin, { tool: 'orders.cancel.v1', arguments: { orderId: 'G-000001' } }, 'INVALID_ARGUMENTS');
  });

  it('more often in a minute than its limits allow: per principal, and per tenant', async () => {
    const limits = { perPrincipalPerMinute: 2, perTenantPerMinute: 3 };
    const runtime = runtimeUnder({ contracts: contractsWhere('orders.get.v1', { limits }) });
    const codes: (string | true)[] = [];
    for (const who of [erin, erin, erin, sam, sam]) {
      const answer = await runtime.call(who, get('G-999999'));
      codes.push(answer.ok || answer.refusal.code);
    }
    expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'RATE_LIMITED', 'NOT_FOUND', 'RATE_LIMITED']);
    const gina = await principalOf(engine, 'globex', 'gina');
    expect(await runtime.call(gina, get('G-999999'))).toMatchObject({ refusal: { code: 'NOT_FOUND' } });
  });
});

describe('a read', () => {
  it('answers masked, and leaves an event that says who read what', async () => {
    await addOrders(engine, 'acme', ['H-000001']);
    const answer = await runtimeUnder().call(erin, get('H-000001'));
    expect(answer).toMatchObject({ ok: true, value: { kind: 'result', value: { orderId: 'H-000001' } } });
    expect(JSON.stringify(answer)).not.toMatch(/race@customer|1234567/);
    const [event] = await engine.database.query(
      `SELECT canonical::jsonb -> 'body' AS body FROM audit_event WHERE type = 'tool.read' ORDER BY id DESC LIMIT 1`,
    );
    expect(event).toMatchObject({
      body: { actor: { sub: 'erin' }, resource: { type: 'Order', id: 'H-000001' }, outcome: 'SUCCEEDED' },
    });
  });

  it('of what one may not see answers like what is not there, and leaves an event too', async () => {
    const order = await walk.newOrder(engine);
    const before = await ledger();
    const hidden = await runtimeUnder().call(wei, get(order));
    expect(hidden).toMatchObject({ refusal: { code: 'NOT_FOUND' } });
    expect(await runtimeUnder().call(wei, get('G-999999'))).toEqual(hidden);
    expect((await ledger()).reads).toBe(before.reads + 2);
  });

  it('whose answer breaks the contract does not leave', async () => {
    const handlers = new LocalHandlers();
    const honest = engine.app.get(LocalHandlers).find('orders.get');
    if (honest === undefined) throw new Error('no handler');
    handlers.add({ ...honest, read: async () => ({ orderId: 'G-000001', password: 'hunter2' }) });
    const answer = await runtimeUnder({ handlers }).call(erin, get(await walk.newOrder(engine)));
    expect(answer).toMatchObject({ refusal: { code: 'OUTPUT_INVALID' } });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
});
