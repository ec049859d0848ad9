import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApprovalService } from '../../src/approval/approval.service.js';
import { ApprovalSigner } from '../../src/identity/approval-signer.js';
import type { Principal } from '../../src/identity/principal.js';
import { newId } from '../../src/shared/ids.js';
import { principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import { otherTransaction } from '../support/other-transaction.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;
let erin: Principal;
let sam: Principal;
let samAdmin: Principal;
let sofia: Principal;
/** A large order's plan, asked for by erin: two approvals. */
let id: string;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  erin = await principalOf(engine, 'acme', 'erin');
  sam = await principalOf(engine, 'acme', 'sam');
  samAdmin = await principalOf(engine, 'acme', 'sam.admin');
  sofia = await principalOf(engine, 'acme', 'sofia');
});
afterAll(() => engine.stop());
beforeEach(async () => {
  id = await walk.planned(engine, erin, await walk.newOrder(engine, '20000.00'));
});

const record = (approver: Principal, told?: Record<string, unknown>) => walk.record(engine, id, approver, told);
const decisions = async () => (await walk.aftermath(engine, id)).approvals;

/** Writes an approval past every function, as the owner of the table. */
function forge(approver: Principal, { human = approver.human, requester = 'erin' } = {}): Promise<unknown> {
  return engine.database.query(
    `INSERT INTO approval (tenant, id, plan, requester_human, approver_id, approver_human, decision, reason, authz_epoch, statement,
                           jws, kid, expires_at, created_at)
     VALUES ('acme', $1, $2, $3, $4, $5, 'APPROVE', '', 1, '{}', '', $6, now() + interval '1 hour', now())`,
    [newId(), id, requester, approver.id, human, engine.app.get(ApprovalSigner).kid],
  );
}

describe('the human who asked does not approve', () => {
  it.each([
    ['the same account', () => sam],
    ['a second account of the same human', () => samAdmin],
  ])('by %s: the service refuses', async (_, account) => {
    id = await walk.planned(engine, sam, await walk.newOrder(engine));
    const refused = await walk.decide(engine, account(), id);
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN', details: { reason: 'SELF' } } });
    expect(await decisions()).toEqual([]);
  });

  it('by the function alone, were the service wrong', async () => {
    id = await walk.planned(engine, sam, await walk.newOrder(engine));
    expect(await record(sam)).toBe('SELF');
    expect(await record(samAdmin)).toBe('SELF');
    expect(await decisions()).toEqual([]);
  });

  it('by the schema alone, were the function wrong', async () => {
    await expect(forge(erin)).rejects.toThrow(/approval_separation_of_duties/);
  });

  it('by claiming that somebody else asked', async () => {
    await expect(forge(erin, { requester: 'sofia' })).rejects.toThrow(/approval_tenant_plan_requester_human_fkey/);
  });

  it('by claiming that the account is that of another human', async () => {
    await expect(forge(erin, { human: 'sofia' })).rejects.toThrow(/approval_tenant_approver_id_approver_human_fkey/);
  });

  it('by a function that is told another human than the account has', async () => {
    await expect(record(erin, { approverHuman: 'sofia' })).rejects.toThrow(
      /approval_tenant_approver_id_approver_human_fkey/,
    );
  });

  it('by a plan that names another requester than its account', async () => {
    await expect(
      engine.database.query("UPDATE plan SET requester_human = 'sofia' WHERE id = $1", [id]),
    ).rejects.toThrow(/plan_tenant_requester_id_requester_human_fkey/);
  });

  it('by making their account another human afterwards', async () => {
    await expect(engine.database.query("UPDATE principal SET human = 'x' WHERE sub = 'erin'")).rejects.toThrow(
      /foreign key/,
    );
  });
});

describe('nobody decides through an agent', () => {
  it.each([
    ['an agent that acts for them', { actors: ['order-assistant'] }],
    ['an agent that acts for them, with a token that may decide', { actors: ['x'], channel: 'token' as const }],
    ['a token that was not given for deciding', { channel: 'token' as const, scopes: ['orders:cancel'] }],
  ])('not by %s', async (_, channel) => {
    const through = { ...sam, ...channel };
    expect(await walk.decide(engine, through, id)).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
    expect(await decisions()).toEqual([]);
    await walk.approved(engine, id, sam);
    const withdrawing = engine.app.get(ApprovalService).revoke(through, id, undefined);
    expect(await withdrawing).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
    expect(await decisions()).toEqual(['VALID']);
  });

  it('but with a token of their own that was given for deciding', async () => {
    await walk.approved(engine, id, { ...sam, channel: 'token', scopes: ['approvals:decide'] });
    expect(await decisions()).toEqual(['VALID']);
  });
});

describe('one human has one vote', () => {
  it('whatever account gives the second one', async () => {
    expect(await record(sam)).toBe('RECORDED');
    expect(await record(sam)).toBe('ALREADY_DECIDED');
    expect(await record(samAdmin)).toBe('ALREADY_DECIDED');
    expect(await record(samAdmin, { decision: 'REJECT' })).toBe('ALREADY_DECIDED');
    expect(await walk.aftermath(engine, id)).toMatchObject({ plan: 'PENDING', approvals: ['VALID'] });
  });

  it('when eight come at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, i) => record(i % 2 === 0 ? sam : samAdmin)));
    expect(outcomes.sort()).toEqual([...Array.from({ length: 7 }, () => 'ALREADY_DECIDED'), 'RECORDED']);
    expect(await decisions()).toEqual(['VALID']);
  });

  it('by the schema alone', async () => {
    await forge(sam);
    await expect(forge(samAdmin)).rejects.toThrow(/approval_pkey/);
  });

  it('also after it was withdrawn', async () => {
    await walk.approved(engine, id, sam);
    await engine.database.query("UPDATE approval SET state = 'REVOKED' WHERE plan = $1", [id]);
    expect(await record(sam)).toBe('ALREADY_DECIDED');
    expect(await record(sofia)).toBe('RECORDED');
  });
});

describe('what follows from a decision', () => {
  it('a rejection ends the plan, whatever others said', async () => {
    await walk.approved(engine, id, sam);
    expect(await walk.decide(engine, sofia, id, 'REJECT')).toMatchObject({ ok: true });
    expect(await walk.aftermath(engine, id)).toMatchObject({ plan: 'REJECTED', executions: 0 });
    const events = (await walk.eventsOf(engine, id)).map(({ type }) => type);
    expect(events).toEqual(['plan.created', 'decision.approved', 'decision.rejected', 'plan.rejected']);
  });

  it('withdrawing takes back one’s own approval and no other', async () => {
    await walk.approved(engine, id, sam, sofia);
    expect(await engine.app.get(ApprovalService).revoke(samAdmin, id, 'wrong order')).toMatchObject({ ok: true });
    expect(await walk.aftermath(engine, id)).toMatchObject({ plan: 'PENDING', approvals: ['REVOKED', 'VALID'] });
  });

  it('a plan that is over is not closed a second time', async () => {
    const close = "SELECT close_plan('acme', $1, 'CANCELLED', NULL, '{}')";
    await engine.database.query(close, [id]);
    await expect(engine.database.query(close, [id])).rejects.toThrow('is not pending');
    expect((await walk.eventsOf(engine, id)).map(({ type }) => type)).toEqual(['plan.created', 'plan.cancelled']);
  });
});

describe('a decision is refused by the function alone', () => {
  const close = (state: string) => engine.database.query('UPDATE plan SET state = $2 WHERE id = $1', [id, state]);
  const decideBy = (interval: string, more = '') =>
    engine.database.query(
      `UPDATE plan SET decide_by = clock_timestamp() + $2::interval${more} WHERE tenant = 'acme' AND id = $1`,
      [id, interval],
    );

  it.each(['CONSUMED', 'REJECTED', 'CANCELLED', 'SUPERSEDED', 'INVALIDATED', 'EXPIRED'])(
    'when the plan is %s',
    async (state) => {
      await close(state);
      expect(await record(sofia)).toBe(state);
      expect(await decisions()).toEqual([]);
    },
  );

  it('when it is over other digests than those of the plan', async () => {
    expect(await record(sofia, { actionDigest: 'a'.repeat(64) })).toBe('DIGEST_MISMATCH');
    expect(await record(sofia, { displayDigest: 'a'.repeat(64) })).toBe('DIGEST_MISMATCH');
    expect(await decisions()).toEqual([]);
  });

  it('when the last moment for deciding passed while it waited for the plan', async () => {
    await decideBy('300 milliseconds');
    const other = await otherTransaction(engine.database, 'SELECT FROM plan WHERE id = $1 FOR UPDATE', [id]);
    const deciding = walk.decide(engine, sofia, id);
    await other.blocking();
    await new Promise((resolve) => setTimeout(resolve, 350));
    await other.commit();
    expect(await deciding).toMatchObject({ ok: false, refusal: { code: 'EXPIRED' } });
    expect(await walk.aftermath(engine, id)).toMatchObject({ plan: 'EXPIRED', approvals: [] });
  });

  it('when others approved in time and only this one comes late: the plan stays approved', async () => {
    await walk.approved(engine, id, sam);
    await decideBy('-1 second', ', quorum_at = clock_timestamp()');
    expect(await record(sofia)).toBe('EXPIRED');
    expect(await walk.aftermath(engine, id)).toMatchObject({ plan: 'PENDING', approvals: ['VALID'] });
  });
});
