import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApprovalStore } from '../../src/approval/approval.store.js';
import { ToolSwitchStore } from '../../src/contracts/tool-switch.store.js';
import type { Database } from '../../src/database/database.js';
import { ConsoleSessionStore } from '../../src/identity/console/console-session.store.js';
import { DirectoryStore, type RightsChange } from '../../src/identity/directory.store.js';
import type { Principal } from '../../src/identity/principal.js';
import { OrdersStore } from '../../src/orders/orders.store.js';
import { PlanStore } from '../../src/planning/plan.store.js';
import { WakeupStore } from '../../src/queue/wakeup.store.js';
import { ActionViewStore, type ListQuery } from '../../src/runtime/action-view.store.js';
import { principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import { otherTransaction } from '../support/other-transaction.js';
import * as walk from '../support/pipeline.js';
import { everythingOfTwin, twinOf, twinPrincipals, withoutRowSecurity } from '../support/twin-tenant.js';

/**
 * The stores' own statements without row-level security: the tenant in each of them keeps tenants apart by itself. Globex holds rows
 * of the very same ids, with other contents.
 */
let engine: Engine;
let bare: Database;
let erin: Principal;
let sam: Principal;
let sofia: Principal;
let petra: Principal;
/** Executed in acme; its twin in globex was rejected and never executed. */
let id: string;
let orderId: string;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  erin = await principalOf(engine, 'acme', 'erin');
  sam = await principalOf(engine, 'acme', 'sam');
  sofia = await principalOf(engine, 'acme', 'sofia');
  petra = await principalOf(engine, 'acme', 'petra');
  await twinPrincipals(engine.database);
  orderId = await walk.newOrder(engine);
  const earlier = await walk.planned(engine, erin, orderId, { reason: 'first try' });
  await twinOf(engine.database, earlier, { plan: { state: 'SUPERSEDED', resource_label: 'of globex' } });
  await engine.database.query("DELETE FROM customer_order WHERE tenant = 'globex' AND id = $1", [orderId]);
  id = await walk.planned(engine, erin, orderId, { reason: 'second try' });
  await walk.approved(engine, id, sam);
  await walk.execute(engine, id);
  await twinOf(engine.database, id, {
    plan: { state: 'REJECTED', required: 9, resource_label: 'of globex' },
    approval: { state: 'VALID', reason: 'of globex', execution: null },
    execution: { state: 'FAILED', result: null, error: { code: 'X', message: 'of globex' } },
    customer_order: { customer: 'of globex' },
  });
  await engine.database.query(
    "UPDATE audit_event SET type = 'of.globex' WHERE tenant = 'globex' AND plan = ANY (SELECT id FROM plan WHERE tenant = 'acme')",
  );
  bare = withoutRowSecurity(engine.database);
});
afterAll(async () => {
  await bare.onApplicationShutdown();
  await engine.stop();
});

const sql = (text: string, values: unknown[] = []) => engine.database.query(text, values);

describe('a plan', () => {
  it('is found in its own tenant', async () => {
    const store = new PlanStore(bare);
    expect(await store.find('acme', id)).toMatchObject({ tenant: 'acme', state: 'CONSUMED', required: 1 });
    expect(await store.find('globex', id)).toMatchObject({ tenant: 'globex', state: 'REJECTED', required: 9 });
  });

  it('has the approvals of its own tenant, by the people of its own tenant', async () => {
    const store = new ApprovalStore(bare);
    await sql("UPDATE principal SET sub = 'sam-of-globex' WHERE tenant = 'globex' AND id = $1", [sam.id]);
    expect(await store.ofPlan('acme', id)).toMatchObject([{ reason: 'looked at it', approverSub: 'sam' }]);
    expect(await store.ofPlan('globex', id)).toMatchObject([{ reason: 'of globex', approverSub: 'sam-of-globex' }]);
  });

  it('was decided on by those who did so in its own tenant', async () => {
    const store = new ApprovalStore(bare);
    const undecided = await walk.planned(engine, erin, await walk.newOrder(engine));
    await walk.approved(engine, undecided, sam);
    await twinOf(engine.database, undecided);
    await sql("DELETE FROM approval WHERE tenant = 'acme' AND plan = $1", [undecided]);
    expect(await store.before('acme', undecided, 'sam')).toMatchObject({ decided: false });
    expect(await store.before('globex', undecided, 'sam')).toMatchObject({ decided: true });
    const views = new ActionViewStore(bare);
    expect(await views.row('acme', 'sam', undecided)).toMatchObject({ decided: false });
    const of = async (view: ListQuery['view']) => (await list(views, view, 'sam')).map((row) => row.id);
    expect(await of('inbox')).toContain(undecided);
    expect(await of('decided')).not.toContain(undecided);
  });
});

const list = (store: ActionViewStore, view: ListQuery['view'], human: string, tenant = 'acme') => {
  const everything = { states: undefined, tools: undefined, search: undefined, before: undefined };
  return store.list(tenant, human, { view, open: false, limit: 100, ...everything });
};

describe('what screens read', () => {
  const store = () => new ActionViewStore(bare);

  it('is one row, with the names, the execution and the time of its own tenant', async () => {
    const own = { state: 'CONSUMED', execution: 'SUCCEEDED', requesterName: 'Erin Walsh' };
    expect(await store().row('acme', 'sam', id)).toMatchObject(own);
    const other = { state: 'REJECTED', execution: 'FAILED', requesterName: 'Namesake' };
    expect(await store().row('globex', 'sam', id)).toMatchObject(other);
  });

  it.each([
    ['mine', 'erin'],
    ['decided', 'sam'],
    ['all', 'ana'],
  ] as const)('is a list of its own tenant, each row once: %s', async (view, human) => {
    const rows = (await list(store(), view, human)).filter((row) => row.resourceId === orderId);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.resourceLabel)).not.toContain('of globex');
    expect(rows.map((row) => row.requesterName)).not.toContain('Namesake');
    const others = (await list(store(), view, human, 'globex')).filter((row) => row.resourceId === orderId);
    expect(new Set(others.map((row) => row.resourceLabel))).toEqual(new Set(['of globex']));
  });

  it('is everything about one plan of its own tenant', async () => {
    const own = await store().detail('acme', 'sam', id);
    expect(own).toMatchObject({ execution: { state: 'SUCCEEDED', error: null }, plan: { stateReason: null } });
    expect(own?.decisions).toMatchObject([{ approverName: 'Sam Okafor', state: 'CONSUMED', reason: 'looked at it' }]);
    expect(own?.events.map(({ type }) => type)).toEqual([
      'plan.created',
      'decision.approved',
      'execution.claimed',
      'execution.succeeded',
    ]);
    expect(own?.similar.map(({ resourceLabel }) => resourceLabel)).toEqual([`${orderId} · Race Ltd`]);
    await sql("UPDATE plan SET state_reason = 'of globex' WHERE tenant = 'globex' AND id = $1", [id]);
    const other = await store().detail('globex', 'sam', id);
    expect(other).toMatchObject({ execution: { state: 'FAILED' }, plan: { stateReason: 'of globex' } });
    expect(other?.decisions).toMatchObject([{ approverName: 'Namesake', counts: false, reason: 'of globex' }]);
    expect(new Set(other?.events.map(({ type }) => type))).toEqual(new Set(['of.globex']));
    expect(other?.similar).toMatchObject([{ resourceLabel: 'of globex', requesterName: 'Namesake' }]);
  });
});

describe('the directory', () => {
  it('finds the people of one tenant only, by whatever question', async () => {
    const store = new DirectoryStore(bare);
    const tenants = async (found: Promise<{ tenant: string }[]>) => new Set((await found).map(({ tenant }) => tenant));
    expect(await tenants(store.list('acme'))).toEqual(new Set(['acme']));
    expect(await tenants(store.enabled('acme'))).toEqual(new Set(['acme']));
    expect(await tenants(store.findAll('acme', [sam.id, erin.id]))).toEqual(new Set(['acme']));
    expect(await store.find('acme', sam.id)).toMatchObject({ tenant: 'acme', name: 'Sam Okafor' });
    expect(await store.find('globex', sam.id)).toMatchObject({ tenant: 'globex', name: 'Namesake' });
  });

  it('opens, finds and closes the console sessions of one tenant only', async () => {
    const store = new ConsoleSessionStore(bare);
    const idHash = Buffer.from('one hash for both');
    const session = { idHash, csrfHash: Buffer.from('acme'), principal: sam.id, idToken: 'of acme', hours: 1 };
    await store.open('acme', session);
    await store.open('globex', { ...session, csrfHash: Buffer.from('globex'), idToken: 'of globex' });
    expect(await store.find('acme', idHash)).toMatchObject({
      entry: { name: 'Sam Okafor' },
      csrfHash: Buffer.from('acme'),
    });
    expect(await store.find('globex', idHash)).toMatchObject({ entry: { name: 'Namesake' } });
    await sql("UPDATE console_session SET expires_at = clock_timestamp() WHERE tenant = 'globex'");
    await store.open('acme', { ...session, idHash: Buffer.from('another') });
    expect(await sql("SELECT FROM console_session WHERE tenant = 'globex'")).toHaveLength(1);
    expect(await store.close('acme', idHash)).toBe('of acme');
    expect(await store.close('globex', idHash)).toBe('of globex');
  });

  it('tells the name of the tenant that is asked for', async () => {
    const store = new DirectoryStore(bare);
    expect(await store.tenantName('acme')).toMatch(/^Acme/);
    expect(await store.tenantName('globex')).toMatch(/^Globex/);
  });
});

describe('the rest', () => {
  it('finds the order of its own tenant, and gives first orders to a tenant that has none', async () => {
    const store = new OrdersStore(bare);
    expect((await store.find('acme', orderId))?.customer).toBe('Race Ltd');
    expect((await store.find('globex', orderId))?.customer).toBe('of globex');
    await sql("INSERT INTO tenant (id, name) VALUES ('initech', 'Initech')");
    const first = await store.find('acme', orderId);
    expect(await store.addFirst('initech', first === undefined ? [] : [first])).toBe(1);
  });

  it('lists the kill switches of one tenant, with the name of its own engineer', async () => {
    const store = new ToolSwitchStore(bare);
    await store.set('acme', 'orders.cancel.v1', false, 'of acme', petra.id, '{}');
    await store.set('globex', 'orders.cancel.v1', false, 'of globex', petra.id, '{}');
    expect(await store.list('acme')).toMatchObject([{ reason: 'of acme', changedBy: 'Petra Novak' }]);
    expect(await store.list('globex')).toMatchObject([{ reason: 'of globex', changedBy: 'Namesake' }]);
  });

  it('takes, postpones and ends the wake-ups of one tenant', async () => {
    const store = new WakeupStore(bare);
    const plan = await walk.planned(engine, erin, await walk.newOrder(engine));
    await twinOf(engine.database, plan);
    const before = await everythingOfTwin(engine.database);
    await sql("UPDATE wakeup SET due_at = clock_timestamp() WHERE tenant = 'acme' AND plan = $1", [plan]);
    const taken = (await store.takeDue(100, 0)).filter((wakeup) => wakeup.plan === plan);
    expect(taken).toEqual([{ tenant: 'acme', plan, kind: 'expire' }]);
    await store.postpone({ tenant: 'acme', plan, kind: 'expire' });
    await store.done({ tenant: 'acme', plan, kind: 'expire' });
    expect(await everythingOfTwin(engine.database)).toEqual(before);
    expect(await sql("SELECT FROM wakeup WHERE tenant = 'acme' AND plan = $1", [plan])).toHaveLength(0);
  });
});

describe('administration', () => {
  async function change(who: string, kind: RightsChange): Promise<string> {
    const store = new DirectoryStore(bare);
    return store.change('acme', { principal: who, by: petra.id, change: kind, role: 'supervisor', body: '{}' });
  }

  it('changes the rights of nobody in another tenant, and finds nobody there', async () => {
    const before = await everythingOfTwin(engine.database);
    expect(await change(sam.id, 'revoke-role')).toBe('CHANGED');
    expect(await change(sam.id, 'restore-role')).toBe('CHANGED');
    expect(await everythingOfTwin(engine.database)).toEqual(before);
    await sql("UPDATE principal SET disabled = true WHERE tenant = 'globex' AND id = $1", [sam.id]);
    expect(await change(sam.id, 'enable')).toBe('UNCHANGED');
    const gus = await principalOf(engine, 'globex', 'gus');
    expect(await change(gus.id, 'disable')).toBe('NOT_FOUND');
  });

  it('knows who changes their own rights by their own tenant’s row', async () => {
    await sql("UPDATE principal SET human = 'sam' WHERE tenant = 'globex' AND id = $1", [petra.id]);
    expect(await change(sam.id, 'revoke-role')).toBe('CHANGED');
    expect(await change(sam.id, 'restore-role')).toBe('CHANGED');
  });

  it('throws a switch in one tenant, and wakes what it held back in that one', async () => {
    const store = new ToolSwitchStore(bare);
    const turn = (tool: string, disabled: boolean) => store.set('acme', tool, disabled, 'x', petra.id, '{}');
    const plan = await walk.planned(engine, erin, await walk.newOrder(engine));
    await walk.approved(engine, plan, sofia);
    const sleep = () =>
      sql("UPDATE wakeup SET due_at = clock_timestamp() + interval '1 hour' WHERE tenant = 'acme' AND plan = $1", [
        plan,
      ]);
    const asleep = () =>
      sql(
        "SELECT due_at > clock_timestamp() AS is FROM wakeup WHERE tenant = 'acme' AND plan = $1 AND kind = 'execute'",
        [plan],
      );
    await sleep();
    // Of another tool there, so that a plan of this id is neither a reason to wake the own one nor to let it sleep.
    const [other] = await engine.database.query<{ digest: string }>(
      "SELECT current_digest::text AS digest FROM tool WHERE tool = 'orders.get.v1'",
    );
    await twinOf(engine.database, plan, { plan: { tool: 'orders.get.v1', tool_digest: other?.digest } });
    const before = await everythingOfTwin(engine.database);
    await turn('orders.cancel.v1', true);
    expect(await asleep()).toEqual([{ is: true }]);
    await turn('orders.get.v1', false);
    expect(await asleep()).toEqual([{ is: true }]);
    await turn('orders.cancel.v1', false);
    expect(await asleep()).toEqual([{ is: false }]);
    await sleep();
    await turn('*', false);
    expect(await asleep()).toEqual([{ is: false }]);
    expect(await everythingOfTwin(engine.database)).toEqual(before);
  });

  describe('reads a token’s subject into one tenant', () => {
    interface Row {
      readonly tenant: string;
      readonly id: string;
      readonly roles: string[];
      readonly epoch: number;
    }
    const sync = async (tenant: string, sub: string, roles: string[], iat = 2_000_000_000) =>
      (
        await bare.query<Row>(
          'sync',
          `SELECT tenant, id, roles, authz_epoch::integer AS epoch
             FROM sync_principal($1, $2, $3, $3, $3, NULL, $4, '{retail}', $5)`,
          [tenant, sofia.issuer, sub, roles, iat],
        )
      )[0];

    it('and changes nobody in the other one, whose ids are the same', async () => {
      const before = await everythingOfTwin(engine.database);
      const own = await sync('acme', 'sofia', ['supervisor', 'x']);
      expect(own).toMatchObject({ id: sofia.id, roles: ['supervisor', 'x'], epoch: sofia.epoch + 1 });
      expect(await everythingOfTwin(engine.database)).toEqual(before);
      expect(await sync('globex', 'sofia', ['y'])).toMatchObject({ id: sofia.id, roles: ['y'], epoch: 1_001 });
      expect(await sync('acme', 'sofia', ['supervisor', 'x'])).toMatchObject({ epoch: sofia.epoch + 1 });
    });

    it('where it may be new while the other one knows it', async () => {
      const other = await sync('globex', 'newcomer', ['a']);
      const own = await sync('acme', 'newcomer', ['a']);
      expect([other?.tenant, own?.tenant]).toEqual(['globex', 'acme']);
      expect(own?.id).not.toBe(other?.id);
      expect(await sync('globex', 'newcomer', ['a'])).toEqual(other);
      expect(await sync('acme', 'newcomer', ['a'])).toEqual(own);
      expect(await sync('nowhere', 'newcomer', ['a'])).toBeUndefined();
    });

    it('also when a newer token of the own one is being read at this moment', async () => {
      await sync('globex', 'hurried', ['a'], 1);
      await sync('acme', 'hurried', ['b'], 1);
      const newer = "UPDATE principal SET roles = '{c}', claims_iat = 9 WHERE tenant = 'acme' AND sub = 'hurried'";
      const reading = await otherTransaction(engine.database, newer);
      const older = sync('acme', 'hurried', ['d'], 5);
      await reading.blocking();
      await reading.commit();
      expect(await older).toMatchObject({ tenant: 'acme', roles: ['c'] });
    });
  });
});
