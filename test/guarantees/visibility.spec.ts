import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApprovalService } from '../../src/approval/approval.service.js';
import type { Principal } from '../../src/identity/principal.js';
import { ActionFeed } from '../../src/runtime/action-feed.js';
import { ActionsService, type ListRequest } from '../../src/runtime/actions.service.js';
import { PlanChanges } from '../../src/database/changes.js';
import { orThrow } from '../../src/shared/errors.js';
import { principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;
let actions: ActionsService;
const people = new Map<string, Principal>();

/** Asked for by erin, of retail; by sam himself; and by erin, decided on by sam. */
let hers: string;
let his: string;
let decided: string;

beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
  actions = engine.app.get(ActionsService);
  for (const sub of ['erin', 'sam', 'sam.admin', 'sofia', 'wei', 'ana', 'petra'])
    people.set(sub, await principalOf(engine, 'acme', sub));
  people.set('gina', await principalOf(engine, 'globex', 'gina'));
  hers = await walk.planned(engine, who('erin'), await walk.newOrder(engine));
  his = await walk.planned(engine, who('sam'), await walk.newOrder(engine));
  decided = await walk.planned(engine, who('erin'), await walk.newOrder(engine, '20000.00'));
  await walk.approved(engine, decided, who('sam'));
});
afterAll(() => engine.stop());

function who(sub: string): Principal {
  const principal = people.get(sub);
  if (principal === undefined) throw new Error(`nobody is called ${sub}`);
  return principal;
}

async function listed(sub: string, view: ListRequest['view'], more: Partial<ListRequest> = {}): Promise<string[]> {
  const page = await actions.list(who(sub), { view, limit: 100, ...more });
  if (!page.ok) throw new Error(page.refusal.message);
  return page.value.items.map(({ id }) => id);
}

describe('the inbox holds what its owner can decide on now, and nothing else', () => {
  it.each<[string, string, () => string[]]>([
    ['a supervisor', 'sofia', () => [decided, his, hers]],
    ['a supervisor who asked and decided herself', 'sam', () => [hers]],
    ['their second account', 'sam.admin', () => [hers]],
    ['a supervisor of another line', 'wei', () => []],
    ['an employee of the line', 'erin', () => []],
    ['an auditor', 'ana', () => []],
    ['a platform engineer', 'petra', () => []],
    ['a supervisor of another tenant', 'gina', () => []],
  ])('%s', async (_, sub, expected) => {
    expect(await listed(sub, 'inbox')).toEqual(expected());
    expect((await actions.counts(who(sub))).inbox).toBe(expected().length);
  });

  it('not what nobody can decide on any more', async () => {
    const late = await walk.planned(engine, who('erin'), await walk.newOrder(engine, '20000.00'));
    await walk.approved(engine, late, who('sam'));
    await engine.database.query(
      "UPDATE plan SET decide_by = clock_timestamp() - interval '1 second', quorum_at = clock_timestamp() WHERE id = $1",
      [late],
    );
    expect(await listed('sofia', 'inbox')).not.toContain(late);
    await engine.database.query('UPDATE plan SET quorum_at = NULL, decide_by = clock_timestamp() WHERE id = $1', [
      late,
    ]);
    expect(await listed('sofia', 'inbox')).not.toContain(late);
    expect(await listed('erin', 'mine', { states: ['EXPIRED'] })).toContain(late);
    await engine.database.query("UPDATE plan SET state = 'CANCELLED' WHERE id = $1", [late]);
  });
});

describe('the other lists', () => {
  it('of mine: what my human asked for', async () => {
    expect(await listed('sam', 'mine')).toEqual([his]);
    expect(await listed('sam.admin', 'mine')).toEqual([his]);
    expect(await listed('sofia', 'mine')).toEqual([]);
  });

  it('of decided: what my human decided on, and may still see', async () => {
    expect(await listed('sam', 'decided', { states: ['PENDING'] })).toEqual([decided]);
    expect(await listed('sofia', 'decided')).toEqual([]);
    const wei = { ...who('sam'), businessLines: ['wholesale'] };
    expect(await actions.list(wei, { view: 'decided', limit: 10 })).toEqual({ ok: true, value: { items: [] } });
  });

  it('of all: what my line and my tenant allow, everything of the tenant for auditors', async () => {
    expect(await listed('sofia', 'all')).toEqual(expect.arrayContaining([hers, his, decided]));
    expect(await listed('ana', 'all')).toEqual(expect.arrayContaining([hers, his, decided]));
    expect(await listed('wei', 'all')).toEqual([]);
    expect(await listed('gina', 'all')).toEqual([]);
  });

  it('fill a page with what may be seen, and go on where it ended', async () => {
    const all = await listed('ana', 'all');
    const paged: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await actions.list(who('ana'), { view: 'all', limit: 1, ...(cursor ? { cursor } : {}) });
      if (!page.ok) throw new Error(page.refusal.message);
      paged.push(...page.value.items.map(({ id }) => id));
      cursor = page.value.nextCursor;
    }
    expect(paged).toEqual(all);
    // Rows that may not be seen lie between: each page is full nevertheless.
    const some = await actions.list(who('sam'), { view: 'inbox', limit: 1 });
    expect(some).toMatchObject({ ok: true, value: { items: [{ id: hers }] } });
  });

  it('refuse a cursor that no list gave out', async () => {
    const page = await actions.list(who('ana'), { view: 'all', limit: 1, cursor: "' OR true --" });
    expect(page).toMatchObject({ ok: false, refusal: { code: 'INVALID_ARGUMENTS' } });
  });

  it('take what is searched for by its letters, not as a pattern', async () => {
    expect(await listed('ana', 'all', { search: '%' })).toEqual([]);
    expect(await listed('ana', 'all', { search: '_' })).toEqual([]);
    expect(await listed('ana', 'all', { search: 'race ltd' })).toContain(hers);
  });

  it('narrow by risk', async () => {
    expect(await listed('ana', 'all', { risk: 'WRITE_HIGH' })).toContain(hers);
    expect(await listed('ana', 'all', { risk: 'WRITE_LOW' })).toEqual([]);
  });
});

describe('somebody who may not see an action', () => {
  it.each(['wei', 'petra', 'gina'])('learns nothing of it by any question: %s', async (sub) => {
    const viewer = who(sub);
    const approvals = engine.app.get(ApprovalService);
    const { actionDigest, displayDigest } = await walk.planRow(engine, hers);
    const request = { decision: 'APPROVE', reason: 'x', actionDigest, displayDigest } as const;
    const answers = (id: string) =>
      Promise.all([
        actions.read(viewer, id),
        actions.status(viewer, id, 0),
        actions.cancel(viewer, id, undefined),
        actions.execute(viewer, id, 0),
        approvals.decide(viewer, id, request),
        approvals.revoke(viewer, id, undefined),
      ]);
    const nothing = await answers('01900000-0000-7000-8000-000000000000');
    expect(nothing.map((answer) => answer.ok || answer.refusal.code)).toEqual(Array(6).fill('NOT_FOUND'));
    expect(await answers(hers)).toEqual(nothing);
    const over = await walk.planned(engine, who('erin'), await walk.newOrder(engine));
    await engine.database.query("UPDATE plan SET state = 'CANCELLED' WHERE id = $1", [over]);
    expect(await answers(over)).toEqual(nothing);
  });

  it('is not shown it beside another one on the same object', async () => {
    const order = await walk.newOrder(engine);
    await walk.planned(engine, who('erin'), order);
    const moved = await walk.planned(engine, who('sofia'), order);
    const line = `UPDATE plan SET attributes = jsonb_set(attributes, '{businessLine}', '"wholesale"') WHERE id = $1`;
    await engine.database.query(line, [moved]);
    expect(await actions.read(who('wei'), moved)).toMatchObject({ ok: true, value: { similar: [] } });
    const all = await actions.read(who('ana'), moved);
    expect(all.ok && all.value.similar.length).toBe(1);
  });

  it('is not told of its changes either', async () => {
    expect(await whoHears()).toEqual(['ana', 'erin', 'sofia']);
    // Nor who could see it when they began to listen, and cannot any more.
    await engine.database.query("UPDATE principal SET revoked_roles = roles WHERE sub = 'sofia'");
    expect(await whoHears()).toEqual(['ana', 'erin']);
    await engine.database.query("UPDATE principal SET revoked_roles = '{}', disabled = sub = 'ana'");
    expect(await whoHears()).toEqual(['erin', 'sofia']);
    await engine.database.query('UPDATE principal SET disabled = false');
  });
});

it('nobody listens on more than twenty screens at once, and those of others do not count', () => {
  const feed = engine.app.get(ActionFeed);
  const open = Array.from({ length: 20 }, () => orThrow(feed.listen(who('erin'), () => undefined)));
  expect(feed.listen(who('erin'), () => undefined)).toMatchObject({ refusal: { code: 'RATE_LIMITED' } });
  open.push(orThrow(feed.listen(who('sam'), () => undefined)));
  open.shift()?.();
  open.push(orThrow(feed.listen(who('erin'), () => undefined)));
  for (const stop of open) stop();
});

/** Who of all that listen, as the principals that they once were, is told that an action changed. */
async function whoHears(): Promise<string[]> {
  const heard: string[] = [];
  const feed = engine.app.get(ActionFeed);
  const leave = ['erin', 'sofia', 'wei', 'petra', 'ana', 'gina'].map((sub) =>
    orThrow(feed.listen(who(sub), (id) => void (id === hers && heard.push(sub)))),
  );
  engine.app.get(PlanChanges).publish({ tenant: 'acme', plan: hers });
  await expect.poll(() => heard, { timeout: 3_000 }).toContain('erin');
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const stop of leave) stop();
  engine.app.get(PlanChanges).publish({ tenant: 'acme', plan: hers });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(new Set(heard).size).toBe(heard.length);
  return heard.sort();
}

describe('an action is steered by its requester’s human and by administrators', () => {
  it.each(['sofia', 'ana'])('not by %s, who may see it', async (sub) => {
    expect(await actions.cancel(who(sub), hers, undefined)).toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    expect(await actions.execute(who(sub), hers, 0)).toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    expect((await walk.aftermath(engine, hers)).plan).toBe('PENDING');
  });

  it('an administrator who may see it withdraws it', async () => {
    const mine = await walk.planned(engine, who('erin'), await walk.newOrder(engine));
    expect(await actions.cancel(who('sam.admin'), mine, 'clean up')).toMatchObject({ value: { state: 'CANCELLED' } });
  });

  it('the requester withdraws it, once however often', async () => {
    const mine = await walk.planned(engine, who('erin'), await walk.newOrder(engine));
    for (const _ of [1, 2])
      expect(await actions.cancel(who('erin'), mine, 'no need')).toMatchObject({
        ok: true,
        value: { state: 'CANCELLED' },
      });
    expect((await walk.eventsOf(engine, mine)).map(({ type }) => type)).toEqual(['plan.created', 'plan.cancelled']);
  });
});
