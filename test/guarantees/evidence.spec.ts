import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAction } from '../../src/canonical/action.js';
import { Database } from '../../src/database/database.js';
import type { Principal } from '../../src/identity/principal.js';
import { ActionsService } from '../../src/runtime/actions.service.js';
import { principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;
let erin: Principal;
let sam: Principal;
let sofia: Principal;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  erin = await principalOf(engine, 'acme', 'erin');
  sam = await principalOf(engine, 'acme', 'sam');
  sofia = await principalOf(engine, 'acme', 'sofia');
});
afterAll(() => engine.stop());

/** As the owner of the tables, behind the engine's back. */
const sql = <R>(text: string, values: unknown[] = []) => engine.database.query<R>(text, values);

async function approvedPlan(requester = erin): Promise<string> {
  const id = await walk.planned(engine, requester, await walk.newOrder(engine));
  await walk.approved(engine, id, requester === sam ? sofia : sam);
  return id;
}

async function expectRefused(id: string, outcome: string): Promise<void> {
  expect(await walk.execute(engine, id)).toBe(outcome);
  expect(await walk.aftermath(engine, id)).toMatchObject({ effects: 0, executions: 0, plan: 'PENDING' });
  expect((await walk.eventsOf(engine, id)).at(-1)).toEqual({ type: 'execution.denied', body: { code: outcome } });
}

describe('a stored approval that was changed behind the engine’s back does not count', () => {
  it.each([
    ['its statement', "statement = replace(statement, 'looked at it', 'seen it all')"],
    ['the reason that people read', "reason = 'the board agreed'"],
    ['a letter of its signature', "jws = overlay(jws PLACING 'A' FROM length(jws) - 10)"],
    ['the spelling of its signature', "jws = jws || '='"],
    ['its approver', "approver_human = 'sofia', approver_id = (SELECT id FROM principal WHERE sub = 'sofia')"],
    ['its id', 'id = new_id()'],
    ['the time for which it was given', "expires_at = expires_at + interval '1 day'"],
  ])('%s', async (_, change) => {
    const id = await approvedPlan();
    await sql(`UPDATE approval SET ${change} WHERE plan = $1`, [id]);
    await expectRefused(id, 'NOT_APPROVED');
  });

  it('its epoch, to bring it back after the approver’s rights changed', async () => {
    const id = await approvedPlan();
    await sql("UPDATE principal SET authz_epoch = authz_epoch + 1 WHERE sub = 'sam'");
    await sql(
      'UPDATE approval a SET authz_epoch = p.authz_epoch FROM principal p WHERE p.id = a.approver_id AND plan = $1',
      [id],
    );
    await expectRefused(id, 'NOT_APPROVED');
    sam = await principalOf(engine, 'acme', 'sam');
  });

  it('a rejection, into an approval', async () => {
    const id = await walk.planned(engine, erin, await walk.newOrder(engine));
    await walk.decide(engine, sam, id, 'REJECT');
    await sql("UPDATE approval SET decision = 'APPROVE' WHERE plan = $1", [id]);
    await sql("UPDATE plan SET state = 'PENDING', quorum_at = clock_timestamp() WHERE id = $1", [id]);
    await expectRefused(id, 'NOT_APPROVED');
  });

  it('one of another plan, copied over', async () => {
    const [from, to] = [await approvedPlan(), await approvedPlan()];
    await sql(
      `UPDATE approval t SET statement = f.statement, jws = f.jws, reason = f.reason, expires_at = f.expires_at
         FROM approval f WHERE f.plan = $1 AND t.plan = $2`,
      [from, to],
    );
    await expectRefused(to, 'NOT_APPROVED');
  });

  it('signed by a key that was revoked since', async () => {
    const id = await approvedPlan();
    await sql('UPDATE signing_key SET revoked_at = clock_timestamp()');
    await expectRefused(id, 'NOT_APPROVED');
    await sql('UPDATE signing_key SET revoked_at = NULL');
    await sql("SELECT schedule('acme', $1, 'execute', clock_timestamp())", [id]);
    expect(await walk.execute(engine, id)).toBe('SUCCEEDED');
  });

  it('over an action that was exchanged whole, with its digest', async () => {
    const id = await approvedPlan();
    const other = openAction((await walk.planRow(engine, id)).action.replace('not wanted', 'never mind'));
    if (!other.ok) throw new Error(other.reason);
    const { canonical, digest, operationId } = other.sealed;
    await sql("UPDATE plan SET action = $2, action_digest = decode($3, 'hex'), operation_id = $4 WHERE id = $1", [
      id,
      canonical,
      digest,
      operationId,
    ]);
    await expectRefused(id, 'NOT_APPROVED');
  });

  it('over another picture than the one that was shown', async () => {
    const id = await approvedPlan();
    await sql("UPDATE plan SET display_digest = sha256('another') WHERE id = $1", [id]);
    await expectRefused(id, 'NOT_APPROVED');
  });
});

describe('a plan whose columns no longer say what was signed does not run', () => {
  it.each([
    ['the action alone', "action = replace(action, 'not wanted', 'never mind')"],
    ['another order', "resource_id = 'A-100001'"],
    ['another version', "resource_version = '9'"],
    ['a longer life', "execute_by = execute_by + interval '1 millisecond'"],
    ['another approval policy', `rule = jsonb_set(rule, '{policy}', '"orders-get"')`],
    ['another approval rule', `rule = jsonb_set(rule, '{rule}', '"large-order"')`],
    ['another operation', "operation_id = 'a'"],
    ['another policy text', "policy_digest = (SELECT digest FROM policy WHERE canonical = 'other')"],
  ])('%s', async (_, change) => {
    await sql("INSERT INTO policy (digest, canonical) VALUES (sha256('other'), 'other') ON CONFLICT DO NOTHING");
    const id = await approvedPlan();
    await sql(`UPDATE plan SET ${change} WHERE id = $1`, [id]);
    await expectRefused(id, 'DIGEST_MISMATCH');
  });

  it('fewer approvals', async () => {
    const id = await walk.planned(engine, erin, await walk.newOrder(engine, '20000.00'));
    await walk.approved(engine, id, sam);
    await sql('UPDATE plan SET required = 1, quorum_at = clock_timestamp() WHERE id = $1', [id]);
    await expectRefused(id, 'DIGEST_MISMATCH');
  });

  it.each(['{permission,action}', '{permission,subject}'])(
    'another right asked of its approvers: %s',
    async (member) => {
      const id = await approvedPlan();
      await sql(`UPDATE plan SET rule = jsonb_set(rule, $2, '"read"') WHERE id = $1`, [id, member]);
      await expectRefused(id, 'POLICY_DENIED');
    },
  );

  it('another account of the requester, with more rights', async () => {
    const id = await approvedPlan(sam);
    await sql("UPDATE plan SET requester_id = (SELECT id FROM principal WHERE sub = 'sam.admin') WHERE id = $1", [id]);
    await expectRefused(id, 'DIGEST_MISMATCH');
  });
});

describe('the trail', () => {
  const asEngine = (statement: string) => engine.app.get(Database).tenant('acme', (tx) => tx.query(statement));

  it.each([
    "UPDATE audit_event SET canonical = ''",
    'DELETE FROM audit_event',
    'TRUNCATE audit_event',
    "UPDATE tool_contract SET canonical = ''",
    'DELETE FROM tool_contract',
    "UPDATE policy SET canonical = ''",
    'DELETE FROM policy',
    'DELETE FROM plan',
    'DELETE FROM approval',
    'DELETE FROM execution',
    'DELETE FROM principal',
    'DELETE FROM order_event',
    'ALTER TABLE plan DISABLE ROW LEVEL SECURITY',
    'DROP POLICY of_tenant ON plan',
    'ALTER TABLE tool_contract DISABLE TRIGGER ALL',
  ])('cannot be spoiled by the engine’s role: %s', async (statement) => {
    await approvedPlan();
    await expect(asEngine(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it.each(['tool_contract', 'policy'])('%s is immutable even for its owner', async (table) => {
    await expect(sql(`UPDATE ${table} SET canonical = ''`)).rejects.toThrow(`${table} is immutable`);
    await expect(sql(`DELETE FROM ${table}`)).rejects.toThrow(`${table} is immutable`);
  });

  it('of a plan is whole, and is found broken when an event was changed, moved or taken out', async () => {
    const id = await approvedPlan();
    await walk.execute(engine, id);
    const verified = async () => {
      const view = await engine.app.get(ActionsService).read(erin, id);
      return view.ok && view.value.chainVerified;
    };
    expect(await verified()).toBe(true);
    const spoil = 'UPDATE audit_event SET canonical = replace(canonical, $2, $3) WHERE plan = $1 AND seq = 2';
    await sql(spoil, [id, '"sam"', '"sim"']);
    expect(await verified()).toBe(false);
    await sql(spoil, [id, '"sim"', '"sam"']);
    expect(await verified()).toBe(true);
    const [last] = await sql<{ seq: number }>('SELECT max(seq) AS seq FROM audit_event WHERE plan = $1', [id]);
    for (const seq of [last?.seq, 2]) {
      await sql('UPDATE audit_event SET plan = NULL WHERE plan = $1 AND seq = $2', [id, seq]);
      expect(await verified()).toBe(false);
      await sql('UPDATE audit_event SET plan = $1 WHERE plan IS NULL AND seq = $2', [id, seq]);
      expect(await verified()).toBe(true);
    }
  });
});
