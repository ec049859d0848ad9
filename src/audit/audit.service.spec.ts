import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { Database } from '../database/database.js';
import { appPool } from '../database/pool.js';
import { AuditService } from './audit.service.js';
import { AuditStore, type EventToRecord } from './audit.store.js';

/** Commits when it is told to. */
class SlowStore {
  readonly batches: { tenant: string; types: string[]; commit: () => void; fail: () => void }[] = [];

  record(tenant: string, events: readonly EventToRecord[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const types = events.map(({ type }) => type);
      this.batches.push({ tenant, types, commit: () => resolve(), fail: () => reject(new Error('database away')) });
    });
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('recording events that belong to no plan', () => {
  let store: SlowStore;
  let audit: AuditService;
  let durable: string[];
  beforeEach(() => {
    store = new SlowStore();
    audit = new AuditService(store as unknown as AuditStore);
    durable = [];
  });
  const record = (type: string, tenant = 'acme') =>
    audit.record(tenant, type, {}).then(
      () => durable.push(type),
      () => durable.push(`${type} failed`),
    );

  it('is done when the event is durable, and not before', async () => {
    void record('a');
    await turn();
    expect([store.batches[0]?.types, durable]).toEqual([['a'], []]);
    store.batches[0]?.commit();
    await turn();
    expect(durable).toEqual(['a']);
  });

  it('shares one commit among those that come together, and gathers the next while it lasts, in order', async () => {
    for (const type of ['a', 'b', 'c']) void record(type);
    await turn();
    for (const type of ['d', 'e']) void record(type);
    await turn();
    expect(store.batches.map(({ types }) => types)).toEqual([['a', 'b', 'c']]);
    store.batches[0]?.commit();
    await turn();
    expect(store.batches.map(({ types }) => types)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(durable).toEqual(['a', 'b', 'c']);
  });

  it('makes no batch larger than 200', async () => {
    for (let i = 0; i < 450; i++) void record(String(i));
    for (let batch = 0; batch < 3; batch++) {
      await turn();
      store.batches[batch]?.commit();
    }
    await turn();
    expect(store.batches.map(({ types }) => types.length)).toEqual([200, 200, 50]);
    expect(durable).toEqual(Array.from({ length: 450 }, (_, i) => String(i)));
  });

  it('tells exactly those whose batch failed, and goes on with the next', async () => {
    void record('a');
    await turn();
    void record('b');
    store.batches[0]?.fail();
    await turn();
    store.batches[1]?.commit();
    await turn();
    expect(durable).toEqual(['a failed', 'b']);
  });

  it('lets no tenant wait for another, nor share a batch with it', async () => {
    void record('a');
    void record('g', 'globex');
    await turn();
    expect(store.batches.map(({ tenant, types }) => [tenant, types])).toEqual([
      ['acme', ['a']],
      ['globex', ['g']],
    ]);
    store.batches[1]?.commit();
    await turn();
    expect(durable).toEqual(['g']);
  });
});

describe('recorded events', () => {
  let testing: TestDatabase;
  let pool: pg.Pool;
  let audit: AuditService;
  beforeAll(async () => {
    testing = await testDatabase();
    await testing.query("INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')");
    pool = appPool({ databaseUrl: testing.url, databasePool: 2 }, () => undefined);
    audit = new AuditService(new AuditStore(new Database(pool)));
  });
  afterAll(async () => {
    await pool.end();
    await testing.drop();
  });

  it('are in the table when the caller goes on, whole and with their hash', async () => {
    await audit.record('acme', 'tool.read', { tool: 'orders.get.v1', odd: '“\\u0000” ' });
    const rows = await testing.query<{ body: object; right: boolean; seq: number }>(
      `SELECT canonical::jsonb -> 'body' AS body, seq,
              hash = sha256(convert_to(E'countersign/event/v1\\n' || canonical, 'UTF8')) AS right
         FROM audit_event WHERE tenant = 'acme' AND type = 'tool.read'`,
    );
    expect(rows).toEqual([{ body: { tool: 'orders.get.v1', odd: '“\\u0000” ' }, right: true, seq: 0 }]);
  });

  it('fail when they cannot be written', async () => {
    await expect(audit.record('nowhere', 'x', {})).rejects.toThrow('audit_event_tenant_fkey');
  });
});
