import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/identity/principal.js';
import { addEmployees, principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import { otherTransaction } from '../support/other-transaction.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  await addEmployees(engine, 'acme', ['emil']);
});
afterAll(() => engine.stop());
afterEach(() => sql("UPDATE principal SET disabled = false, revoked_roles = '{}', authz_epoch = authz_epoch + 1"));

const sql = (text: string, values: unknown[] = []) => engine.database.query(text, values);
const who = (sub: string): Promise<Principal> => principalOf(engine, 'acme', sub);

/** Raises the epoch and leaves the rights as they are, so that nothing but the epoch can be what refuses. */
const touchRights = (sub: string) =>
  sql("UPDATE principal SET authz_epoch = authz_epoch + 1 WHERE tenant = 'acme' AND sub = $1", [sub]);
const revokeRole = 'UPDATE principal SET revoked_roles = roles, authz_epoch = authz_epoch + 1 WHERE sub = $1';

async function plan(amount?: string): Promise<string> {
  return walk.planned(engine, await who('erin'), await walk.newOrder(engine, amount));
}

async function approvedPlan(): Promise<string> {
  const id = await plan();
  await walk.approved(engine, id, await who('sam'));
  return id;
}

async function expectNothingRan(id: string): Promise<void> {
  expect(await walk.aftermath(engine, id)).toMatchObject({ effects: 0, executions: 0, plan: 'PENDING' });
}

describe("the approver's rights", () => {
  it('that changed before the decision was recorded: the decision is not taken', async () => {
    const sam = await who('sam');
    const id = await plan();
    await touchRights('sam');
    expect(await walk.decide(engine, sam, id)).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
    expect((await walk.aftermath(engine, id)).approvals).toEqual([]);
  });

  it('that are being changed while the decision is recorded: it waits, and is not taken', async () => {
    const sam = await who('sam');
    const id = await plan();
    const other = await otherTransaction(engine.database, revokeRole, ['sam']);
    const deciding = walk.decide(engine, sam, id);
    await other.blocking();
    await other.commit();
    expect(await deciding).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
  });

  it('of a disabled account, whose epoch is unchanged: the decision is not taken', async () => {
    const sam = await who('sam');
    const id = await plan();
    await sql("UPDATE principal SET disabled = true WHERE sub = 'sam'");
    expect(await walk.record(engine, id, sam)).toBe('REAUTHZ_REQUIRED');
  });

  it.each([
    ['changed', () => touchRights('sam')],
    ['ended', () => sql("UPDATE principal SET disabled = true WHERE sub = 'sam'")],
  ])('that %s after the decision: it no longer counts towards the quorum', async (_, change) => {
    const id = await plan('20000.00');
    await walk.approved(engine, id, await who('sam'));
    await change();
    const sofia = await who('sofia');
    expect(await walk.record(engine, id, sofia)).toBe('RECORDED');
    expect(await sql('SELECT approvals, quorum_at FROM plan WHERE id = $1', [id])).toEqual([
      { approvals: 1, quorum_at: null },
    ]);
  });

  it('that changed after the quorum: the claim does not use the approval', async () => {
    const id = await approvedPlan();
    await touchRights('sam');
    expect(await walk.execute(engine, id)).toBe('NOT_APPROVED');
    await expectNothingRan(id);
  });

  it('that ended after the quorum, without a word from the epoch: the claim does not use the approval', async () => {
    const id = await approvedPlan();
    await sql("UPDATE principal SET disabled = true WHERE sub = 'sam'");
    expect(await walk.claim(engine, id)).toBe('NOT_APPROVED');
    await expectNothingRan(id);
  });

  it('that are being changed while the claim runs: it waits, and does not use the approval', async () => {
    const id = await approvedPlan();
    const other = await otherTransaction(engine.database, revokeRole, ['sam']);
    const claiming = walk.claim(engine, id);
    await other.blocking();
    await other.commit();
    expect(await claiming).toBe('NOT_APPROVED');
    await expectNothingRan(id);
  });

  it('that policy no longer gives, under the same epoch: the service does not present the approval', async () => {
    const id = await approvedPlan();
    await sql("UPDATE principal SET revoked_roles = '{supervisor}' WHERE sub = 'sam'");
    expect(await walk.execute(engine, id)).toBe('NOT_APPROVED');
    await expectNothingRan(id);
  });
});

describe('an approval', () => {
  const spoil = (id: string, change: string) => sql(`UPDATE approval SET ${change} WHERE plan = $1`, [id]);

  it.each([
    ['that was withdrawn', "state = 'REVOKED'"],
    ['that is over', "expires_at = clock_timestamp() - interval '1 second'"],
    ['that is a rejection', "decision = 'REJECT'"],
  ])('%s is not used by the claim, and does not count', async (_, change) => {
    const id = await approvedPlan();
    await spoil(id, change);
    expect(await walk.claim(engine, id)).toBe('NOT_APPROVED');
    await expectNothingRan(id);
    expect(await sql('SELECT count_approvals($1, $2) AS n', ['acme', id])).toEqual([{ n: 0 }]);
  });

  it('that the service did not verify is not used', async () => {
    const id = await approvedPlan();
    expect(await walk.claim(engine, id, { verified: [] })).toBe('NOT_APPROVED');
    await expectNothingRan(id);
  });

  it('is one too few where two are needed', async () => {
    const id = await plan('20000.00');
    await walk.approved(engine, id, await who('sam'));
    expect(await walk.claim(engine, id)).toBe('NOT_APPROVED');
    await expectNothingRan(id);
  });

  it('that stopped counting takes the wake-up with it: the next look comes with the next approval', async () => {
    const id = await approvedPlan();
    await touchRights('sam');
    await walk.execute(engine, id);
    expect(await sql('SELECT kind FROM wakeup WHERE plan = $1', [id])).toEqual([{ kind: 'expire' }]);
    expect(await sql('SELECT approvals, quorum_at FROM plan WHERE id = $1', [id])).toEqual([
      { approvals: 0, quorum_at: null },
    ]);
    expect(await walk.record(engine, id, await who('sofia'))).toBe('QUORUM');
  });
});

describe("the requester's rights", () => {
  it('that changed during the call: no plan', async () => {
    const emil = await who('emil');
    const order = await walk.newOrder(engine);
    await touchRights('emil');
    expect(await walk.plan(engine, emil, order)).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
    expect(await sql('SELECT FROM plan WHERE resource_id = $1', [order])).toHaveLength(0);
  });

  it('of a disabled account, whose epoch is unchanged: no plan', async () => {
    const emil = await who('emil');
    const order = await walk.newOrder(engine);
    await sql("UPDATE principal SET disabled = true WHERE sub = 'emil'");
    expect(await walk.plan(engine, emil, order)).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
  });

  it('that are not those of this moment: the claim asks for a new look at them', async () => {
    const id = await approvedPlan();
    expect(await walk.claim(engine, id, { epoch: (await who('erin')).epoch - 1 })).toBe('REAUTHZ_REQUIRED');
    await expectNothingRan(id);
  });

  it('that ended after the approval: nothing runs, and the denial is written', async () => {
    const id = await approvedPlan();
    await sql(revokeRole, ['erin']);
    expect(await walk.execute(engine, id)).toBe('FORBIDDEN');
    await expectNothingRan(id);
    expect((await walk.eventsOf(engine, id)).at(-1)).toEqual({
      type: 'execution.denied',
      body: { code: 'FORBIDDEN' },
    });
  });

  it('that end while the claim waits for the plan: the service looks again and denies', async () => {
    const id = await approvedPlan();
    const other = await otherTransaction(engine.database, 'SELECT FROM plan WHERE id = $1 FOR UPDATE', [id]);
    const executing = walk.execute(engine, id);
    await other.blocking();
    await sql(revokeRole, ['erin']);
    await other.commit();
    expect(await executing).toBe('FORBIDDEN');
    await expectNothingRan(id);
  });

  it('that are being changed while the claim runs: it waits, looks again and denies', async () => {
    const id = await approvedPlan();
    const other = await otherTransaction(engine.database, revokeRole, ['erin']);
    const executing = walk.execute(engine, id);
    await other.blocking();
    await other.commit();
    expect(await executing).toBe('FORBIDDEN');
    await expectNothingRan(id);
  });
});
