import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { type PlanChange, PlanChanges } from './changes.js';
import { Database } from './database.js';
import { appPool } from './pool.js';

let testing: TestDatabase;
/** Two processes on one database. */
let here: PlanChanges;
let there: PlanChanges;
const databases: Database[] = [];

beforeAll(async () => {
  testing = await testDatabase();
  [here, there] = [await process(), await process()];
});
afterAll(async () => {
  for (const changes of [here, there]) await changes.onApplicationShutdown();
  for (const database of databases) await database.onApplicationShutdown();
  await testing.drop();
});

async function process(): Promise<PlanChanges> {
  const database = new Database(appPool({ databaseUrl: testing.url, databasePool: 1 }, () => undefined));
  databases.push(database);
  const changes = new PlanChanges(testing.config(), database);
  await changes.onApplicationBootstrap();
  return changes;
}

function hearing(changes: PlanChanges) {
  const heard: (PlanChange | undefined)[] = [];
  return { heard, leave: changes.subscribe((change) => heard.push(change)) };
}

describe('a change of a plan', () => {
  it('is heard by every process, once however often it was told at a time', async () => {
    const ears = [hearing(here), hearing(there)];
    for (const plan of ['p1', 'p1', 'p2', 'p1']) here.publish({ tenant: 'acme', plan });
    for (const { heard, leave } of ears) {
      await expect.poll(() => heard.length).toBe(2);
      expect(heard).toEqual(
        expect.arrayContaining([
          { tenant: 'acme', plan: 'p1' },
          { tenant: 'acme', plan: 'p2' },
        ]),
      );
      leave();
    }
    here.publish({ tenant: 'acme', plan: 'p3' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(ears.map(({ heard }) => heard.length)).toEqual([2, 2]);
  });

  it('ends the waiting for that plan, and for no other', async () => {
    const since = Date.now();
    const waiting = [there.next('mine', 5_000), there.next('other', 300)].map(async (done) => {
      await done;
      return Date.now() - since;
    });
    here.publish({ tenant: 'acme', plan: 'mine' });
    const [mine, other] = await Promise.all(waiting);
    expect(mine).toBeLessThan(290);
    expect(other).toBeGreaterThanOrEqual(295);
  });

  it('is told at least here when the database is away', async () => {
    const gone = new Database(appPool({ databaseUrl: 'postgres://x@127.0.0.1:1/x', databasePool: 1 }, () => undefined));
    const changes = new PlanChanges(testing.config(), gone);
    const { heard } = hearing(changes);
    changes.publish({ tenant: 'acme', plan: 'p1' });
    await expect.poll(() => heard).toEqual([{ tenant: 'acme', plan: 'p1' }]);
    await gone.onApplicationShutdown();
  });
});

describe('the listening connection', () => {
  it('comes back by itself when it breaks, and says that something may have been missed', async () => {
    const { heard, leave } = hearing(there);
    await testing.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'countersign-changes'`,
    );
    await expect.poll(() => heard, { timeout: 5_000 }).toContain(undefined);
    here.publish({ tenant: 'acme', plan: 'after' });
    await expect.poll(() => heard).toContainEqual({ tenant: 'acme', plan: 'after' });
    leave();
  });

  it('that closes lets everybody who waits go on', async () => {
    const closing = await process();
    const waiting = closing.next('p1', 60_000);
    await closing.onApplicationShutdown();
    await expect(waiting).resolves.toBeUndefined();
    const left = `SELECT count(*)::integer AS n FROM pg_stat_activity
                   WHERE datname = current_database() AND application_name = 'countersign-changes'`;
    await expect.poll(() => testing.query(left), { timeout: 3_000 }).toEqual([{ n: 2 }]);
  });
});
