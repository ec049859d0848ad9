import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.js';
import { freePort } from '../../test/support/free-port.js';
import { JobQueue } from './job-queue.js';
import type { Wakeup } from './wakeup.js';

const REDIS = spawnSync('redis-server', ['--version']).status === 0;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}

function redisServer() {
  let folder = '';
  let child: ChildProcess | undefined;
  return {
    start: async () => {
      const port = await freePort();
      folder = mkdtempSync(path.join(tmpdir(), 'countersign-test-'));
      const options = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--appendonly',
        'no',
      ];
      child = spawn('redis-server', options, { stdio: 'ignore' });
      while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
      return { REDIS_URL: `redis://127.0.0.1:${port}` };
    },
    stop: async () => {
      if (child === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const inPostgres = () => ({ start: async () => ({}), stop: async () => undefined });

describe.each([
  { name: 'PostgreSQL', there: true, backend: inPostgres },
  { name: 'Redis', there: REDIS, backend: redisServer },
])('a queue in $name', ({ there, backend }) => {
  const server = backend();
  const queues: JobQueue[] = [];
  const handled: Wakeup[] = [];

  beforeAll(async () => {
    if (!there) return;
    const config = database.config(await server.start());
    queues.push(new JobQueue(config), new JobQueue(config));
  });
  afterAll(async () => {
    for (const queue of queues) await queue.onApplicationShutdown();
    await server.stop();
  });

  it.skipIf(!there)('hands every job to one of those who work, in whatever order the two begin', async () => {
    const [sending, working] = queues as [JobQueue, JobQueue];
    const jobs = Array.from({ length: 20 }, (_, i): Wakeup => ({ tenant: 'acme', plan: `p${i}`, kind: 'execute' }));
    await sending.add(jobs.slice(0, 10));
    await working.work(async (wakeup) => void handled.push(wakeup));
    await sending.add(jobs.slice(10));
    const byPlan = (a: Wakeup, b: Wakeup) => Number(a.plan.slice(1)) - Number(b.plan.slice(1));
    await expect.poll(() => [...handled].sort(byPlan), { timeout: 10_000 }).toEqual(jobs);
  });
});

it('runs as the engine’s role, and carries ids only', async () => {
  const queue = new JobQueue(database.config());
  await queue.add([{ tenant: 'acme', plan: 'kept', kind: 'expire' }]);
  const rows = await database.query<{ data: unknown }>("SELECT data FROM bullmq.job WHERE data::text LIKE '%kept%'");
  expect(rows).toEqual([{ data: { tenant: 'acme', plan: 'kept', kind: 'expire' } }]);
  // What it makes belongs to the role that it runs as.
  const owners = await database.query<{ owner: string }>(
    `SELECT pg_get_userbyid(relowner) AS owner FROM pg_class
      WHERE relnamespace = 'bullmq'::regnamespace AND relname LIKE 'bullmq_jid_%'`,
  );
  expect(owners).toEqual([{ owner: 'countersign_app' }]);
  await queue.onApplicationShutdown();
});

it('says so when it cannot take a job', async () => {
  const queue = new JobQueue(database.config({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }));
  await expect(queue.add([{ tenant: 'acme', plan: 'p1', kind: 'expire' }])).rejects.toThrow('ECONNREFUSED');
  await queue.onApplicationShutdown().catch(() => undefined);
});
