import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/identity/principal.js';
import { JobQueue } from '../../src/queue/job-queue.js';
import { Relay } from '../../src/queue/relay.js';
import type { Wakeup } from '../../src/queue/wakeup.js';
import { WakeupStore } from '../../src/queue/wakeup.store.js';
import { principalOf } from '../support/actors.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { type Engine, startEngine } from '../support/engine.js';
import { otherTransaction } from '../support/other-transaction.js';
import * as walk from '../support/pipeline.js';

/** How long a published wake-up may stay undone before it is published again; see relay.ts. */
const AGAIN = '15 seconds';

let database: TestDatabase;
/** Plans and approves, and publishes jobs, but never takes one. */
let api: Engine;
let wakeups: WakeupStore;
let erin: Principal;
let sam: Principal;

beforeAll(async () => {
  database = await testDatabase();
  api = await startEngine({ ROLE: 'api' }, database);
  wakeups = api.app.get(WakeupStore);
  erin = await principalOf(api, 'acme', 'erin');
  sam = await principalOf(api, 'acme', 'sam');
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const sql = <R>(text: string, values: unknown[] = []) => database.query<R>(text, values);
const jobs = () => sql<{ n: number }>('SELECT count(*)::integer AS n FROM bullmq.job').then((rows) => rows[0]?.n);

async function approvedPlan(): Promise<string> {
  const id = await walk.planned(api, erin, await walk.newOrder(api));
  await walk.approved(api, id, sam);
  return id;
}

async function executed(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await expect
      .poll(() => walk.aftermath(api, id), { timeout: 10_000, interval: 50 })
      .toMatchObject({ plan: 'CONSUMED' });
    expect(await walk.aftermath(api, id)).toMatchObject({ effects: 1, executions: 1, approvals: ['CONSUMED'] });
  }
}

const published = async (id: string) =>
  (await sql("SELECT FROM wakeup WHERE plan = $1 AND kind = 'execute' AND published_at IS NOT NULL", [id])).length ===
  1;

describe('losing jobs', () => {
  it('all of them, loses nothing: what nobody finished is published again and done once', async () => {
    const ids = [await approvedPlan(), await approvedPlan()];
    for (const id of ids) await expect.poll(() => published(id)).toBe(true);
    await expect.poll(jobs).toBeGreaterThanOrEqual(2);
    await sql('DELETE FROM bullmq.job');
    const worker = await startEngine({ ROLE: 'worker' }, database);
    try {
      // Nobody has the job, and it is not time yet to think so.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await walk.aftermath(api, ids[0] ?? '')).toMatchObject({ plan: 'PENDING' });
      await sql('UPDATE wakeup SET published_at = published_at - $1::interval', [AGAIN]);
      await executed(...ids);
    } finally {
      await worker.stop();
    }
  });

  it('before one was ever made: the row in the outbox is enough', async () => {
    const id = await approvedPlan();
    await expect.poll(() => published(id)).toBe(true);
    await sql('DELETE FROM bullmq.job');
    await sql('UPDATE wakeup SET published_at = NULL, attempts = 0 WHERE plan = $1', [id]);
    const worker = await startEngine({ ROLE: 'worker' }, database);
    try {
      await executed(id);
    } finally {
      await worker.stop();
    }
  });
});

describe('a job', () => {
  it('delivered many times over does its work once, and ends when there is nothing to do', async () => {
    const worker = await startEngine({ ROLE: 'worker' }, database);
    try {
      const id = await approvedPlan();
      const execute: Wakeup = { tenant: 'acme', plan: id, kind: 'execute' };
      await api.app.get(JobQueue).add([execute, execute, execute]);
      await executed(id);
      await api.app.get(JobQueue).add([execute, { ...execute, kind: 'expire' }]);
      await expect.poll(jobs, { timeout: 5_000 }).toBe(0);
      await executed(id);
      expect(await sql('SELECT FROM wakeup WHERE plan = $1', [id])).toEqual([]);
    } finally {
      await worker.stop();
    }
  });
});

describe('the outbox', () => {
  let store: WakeupStore;
  let plan: string;
  const mine = (taken: readonly Wakeup[]) => taken.filter((wakeup) => wakeup.plan === plan).map(({ kind }) => kind);
  const row = async () =>
    (
      await sql<{ due: number; published: boolean; attempts: number }>(
        `SELECT extract(epoch FROM due_at - clock_timestamp())::float8 AS due, published_at IS NOT NULL AS published, attempts
         FROM wakeup WHERE plan = $1 AND kind = 'expire'`,
        [plan],
      )
    )[0];

  beforeEach(async () => {
    // The relays would take part otherwise.
    await api.app.get(Relay).onApplicationShutdown();
    store = wakeups;
    plan = await walk.planned(api, erin, await walk.newOrder(api));
    await sql('UPDATE wakeup SET due_at = clock_timestamp() WHERE plan = $1', [plan]);
  });

  it('gives what is due once, and again when it was not done in time', async () => {
    expect(mine(await store.takeDue(100, 60_000))).toEqual(['expire']);
    expect(mine(await store.takeDue(100, 60_000))).toEqual([]);
    await sql("UPDATE wakeup SET published_at = clock_timestamp() - interval '61 seconds' WHERE plan = $1", [plan]);
    expect(mine(await store.takeDue(100, 60_000))).toEqual(['expire']);
    expect(await row()).toMatchObject({ attempts: 2, published: true });
  });

  it('keeps back what is not due', async () => {
    await sql("UPDATE wakeup SET due_at = clock_timestamp() + interval '1 second' WHERE plan = $1", [plan]);
    expect(mine(await store.takeDue(100, 0))).toEqual([]);
  });

  it('leaves to another relay what that one is taking, without waiting for it', async () => {
    const other = await otherTransaction(database, 'SELECT FROM wakeup WHERE plan = $1 FOR UPDATE', [plan]);
    const late = new Promise<Wakeup[]>((resolve) =>
      setTimeout(resolve, 2_000, [{ tenant: 'acme', plan, kind: 'waited' as 'expire' }]),
    );
    expect(mine(await Promise.race([store.takeDue(100, 60_000), late]))).toEqual([]);
    await other.commit();
    expect(mine(await store.takeDue(100, 60_000))).toEqual(['expire']);
  });

  it('postpones what failed, longer each time, up to a minute', async () => {
    const wakeup: Wakeup = { tenant: 'acme', plan, kind: 'expire' };
    const waits: number[] = [];
    for (const attempts of [1, 2, 5, 6, 50]) {
      await sql('UPDATE wakeup SET attempts = $2, published_at = clock_timestamp() WHERE plan = $1', [plan, attempts]);
      await store.postpone(wakeup);
      const after = await row();
      expect(after?.published).toBe(false);
      waits.push(Math.round(after?.due ?? 0));
    }
    expect(waits).toEqual([2, 4, 32, 60, 60]);
  });

  it('forgets what is done', async () => {
    await store.done({ tenant: 'acme', plan, kind: 'expire' });
    expect(await row()).toBeUndefined();
  });

  it('tells how many are due and how long the oldest waits', async () => {
    await sql("UPDATE wakeup SET due_at = clock_timestamp() + interval '1 hour'");
    expect(await store.lag()).toEqual({ due: 0, oldestMs: 0 });
    await sql("UPDATE wakeup SET due_at = clock_timestamp() - interval '10 seconds' WHERE plan = $1", [plan]);
    const { due, oldestMs } = await store.lag();
    expect(due).toBe(1);
    expect(oldestMs).toBeGreaterThanOrEqual(10_000);
  });
});

describe('the look at a deadline', () => {
  const expire = async (id: string) =>
    (await sql<{ outcome: string }>("SELECT expire_plan('acme', $1) AS outcome", [id]))[0]?.outcome;
  const due = async (id: string) =>
    (
      await sql<{ which: string }>(
        `SELECT CASE w.due_at WHEN p.decide_by + interval '1 millisecond' THEN 'decideBy'
                            WHEN p.execute_by + interval '1 millisecond' THEN 'executeBy' ELSE 'else' END AS which
         FROM wakeup w JOIN plan p ON p.id = w.plan WHERE p.id = $1 AND w.kind = 'expire'`,
        [id],
      )
    )[0]?.which;

  it('too early moves the wake-up to the next deadline', async () => {
    const id = await walk.planned(api, erin, await walk.newOrder(api));
    expect([await expire(id), await due(id)]).toEqual(['WAIT', 'decideBy']);
    await walk.approved(api, id, sam);
    expect([await expire(id), await due(id)]).toEqual(['WAIT', 'executeBy']);
  });

  it('in time expires what is over, and what is over already is settled', async () => {
    const id = await approvedPlan();
    await sql(
      "UPDATE plan SET decide_by = now() - interval '2 hours', execute_by = now() - interval '1 hour' WHERE id = $1",
      [id],
    );
    expect(await expire(id)).toBe('EXPIRED');
    expect(await expire(id)).toBe('SETTLED');
    expect(await sql('SELECT FROM wakeup WHERE plan = $1', [id])).toEqual([]);
  });
});

describe('asking for execution', () => {
  const request = async (id: string) =>
    (await sql<{ outcome: string }>("SELECT request_execution('acme', $1, '{}') AS outcome", [id]))[0]?.outcome;

  it('before the quorum is refused', async () => {
    const id = await walk.planned(api, erin, await walk.newOrder(api));
    expect(await request(id)).toBe('NOT_APPROVED');
    expect(await sql("SELECT FROM wakeup WHERE plan = $1 AND kind = 'execute'", [id])).toEqual([]);
  });

  it('twice is asking once', async () => {
    const id = await approvedPlan();
    await sql("DELETE FROM wakeup WHERE plan = $1 AND kind = 'execute'", [id]);
    expect([await request(id), await request(id)]).toEqual(['REQUESTED', 'REQUESTED']);
    const asked = (await walk.eventsOf(api, id)).filter(({ type }) => type === 'execution.requested');
    expect(asked).toHaveLength(1);
  });

  it('of a tool that runs on request is what wakes it: the quorum does not', async () => {
    const id = await walk.planned(api, erin, await walk.newOrder(api));
    await sql("UPDATE plan SET mode = 'on_request' WHERE id = $1", [id]);
    await walk.approved(api, id, sam);
    expect(await sql("SELECT FROM wakeup WHERE plan = $1 AND kind = 'execute'", [id])).toEqual([]);
    expect(await request(id)).toBe('REQUESTED');
    expect(await sql("SELECT FROM wakeup WHERE plan = $1 AND kind = 'execute'", [id])).toHaveLength(1);
  });

  it('is void again when the approval is withdrawn', async () => {
    const id = await approvedPlan();
    await sql("SELECT revoke_approval('acme', $1, 'sam', '{}')", [id]);
    expect(await sql("SELECT FROM wakeup WHERE plan = $1 AND kind = 'execute'", [id])).toEqual([]);
    expect(await sql('SELECT approvals, quorum_at FROM plan WHERE id = $1', [id])).toEqual([
      { approvals: 0, quorum_at: null },
    ]);
    expect(await request(id)).toBe('NOT_APPROVED');
  });
});
