import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isRunning, processIdentity } from '../parts/process-identity.mjs';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.mjs';
import { assertPrivate, placesOf } from './places.mjs';
import { startThrowAwayPostgres } from './throw-away.mjs';

const name = 'countersign-spec';
const settings = { shared_buffers: '16MB' };
const durability = 'none';

let directory: string;
let starters: Starter[];

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'countersign-spec-'));
  starters = [];
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const starter of starters) starter.process.kill('SIGKILL');
  const { base, sockets } = placesOf({ directory, name });
  // Takes over whatever a failed test left running, and stops it.
  if (existsSync(path.join(base, 'pg', 'PG_VERSION'))) await start().then((server) => server.stop());
  for (const folder of [base, sockets, directory]) rmSync(folder, { recursive: true, force: true });
});

const start = (options: Partial<EmbeddedPostgresOptions> = {}) =>
  startEmbeddedPostgres({ directory, name, settings, durability, ...options });

interface Starter {
  readonly process: ChildProcess;
  /** What it reported once its server answered. */
  readonly started: Promise<{ pid: number; adopted: boolean; fresh: boolean }>;
}

/** Starts the server from a process of its own, which stops it when its input ends. */
function startElsewhere(): Starter {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./index.mjs', import.meta.url).href)};
    const server = await startEmbeddedPostgres(${JSON.stringify({ directory, name, settings, durability })});
    console.log(JSON.stringify({ pid: server.pid, adopted: server.adopted, fresh: server.fresh }));
    process.stdin.resume().once('end', () => server.stop());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const started = firstLine(child).then((line) => JSON.parse(line));
  const starter = { process: child, started };
  starters.push(starter);
  return starter;
}

/** What a child says first; one that ends without a word is a failure at once, not after a time-out. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line)));
    child.once('exit', (code) => reject(new Error(`ended with ${code} and said nothing`)));
  });
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('answers on a private socket only, knows nothing of our environment, and leaves no process behind', async () => {
    vi.stubEnv('SOME_SECRET', 'not for the server');
    const server = await start();
    await server.ensureDatabase('shop');
    await server.ensureDatabase('shop');
    const [row] = await query(
      server.url('shop'),
      `select current_user as role, current_database() as name, current_setting('listen_addresses') as addresses`,
    );
    const environment = process.platform === 'linux' ? readFileSync(`/proc/${server.pid}/environ`, 'utf8') : 'LC_ALL=C';
    const mode = statSync(placesOf({ directory, name }).sockets).mode & 0o777;
    const identity = String(processIdentity(server.pid));
    const ran = isRunning(identity);
    await Promise.all([server.stop(), server.stop()]);
    expect(row).toEqual({ role: 'countersign_owner', name: 'shop', addresses: '' });
    expect(mode).toBe(0o700);
    expect(environment).toContain('LC_ALL=C');
    expect(environment).not.toContain('SOME_SECRET');
    expect(server).toMatchObject({ fresh: true, adopted: false });
    expect({ ran, runs: isRunning(identity) }).toEqual({ ran: true, runs: false });
  });

  it('takes over the server of a starter that was killed', async () => {
    const killed = startElsewhere();
    const before = await killed.started;
    killed.process.kill('SIGKILL');
    await once(killed.process, 'exit');
    const server = await start();
    expect({ pid: server.pid, adopted: server.adopted }).toEqual({ pid: before.pid, adopted: true });
    await server.stop();
    expect(processIdentity(server.pid)).toBeNull();
  });

  it('brings back what was committed after the server itself was killed', async () => {
    const server = await start();
    await query(server.url('postgres'), 'create table kept as select 42 as answer');
    process.kill(server.pid, 'SIGKILL');
    const again = await start();
    expect(again).toMatchObject({ adopted: false, fresh: false });
    expect(await query(again.url('postgres'), 'select answer from kept')).toEqual([{ answer: 42 }]);
    await again.stop();
    expect(processIdentity(again.pid)).not.toBeNull();
    // The first user knows another server than the one that runs now, and leaves last.
    await server.stop();
    expect(processIdentity(again.pid)).toBeNull();
  });

  it('waits until the children of a killed server have let go of its memory', async () => {
    const server = await start();
    const client = new pg.Client({ connectionString: server.url('postgres') });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGSTOP');
    process.kill(server.pid, 'SIGKILL');
    setTimeout(() => process.kill(rows[0].pid, 'SIGKILL'), 600);
    const again = await start();
    expect(again.adopted).toBe(false);
    await Promise.all([server.stop(), again.stop()]);
    expect(readFileSync(placesOf({ directory, name }).log, 'utf8')).toContain('shared memory block');
  });

  it('is shared by starters that come at once, and stops with the last of them', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => startElsewhere().started));
    expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
    expect(all.filter(({ fresh }) => fresh)).toHaveLength(1);
    const pid = all[0]?.pid;
    for (const [index, starter] of starters.entries()) {
      expect({ index, running: processIdentity(pid) !== null }).toEqual({ index, running: true });
      starter.process.stdin?.end();
      await once(starter.process, 'exit');
    }
    expect(processIdentity(pid)).toBeNull();
  });

  it('makes a whole cluster although an earlier attempt was killed midway', async () => {
    const { data } = placesOf({ directory, name });
    mkdirSync(`${data}.new`, { recursive: true });
    writeFileSync(path.join(`${data}.new`, 'PG_VERSION'), '18');
    const server = await start();
    expect(server.fresh).toBe(true);
    await server.stop();
  });

  it('says in one sentence why the server does not start, and leaves nothing signed in', async () => {
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /did not start: .*invalid value for parameter "shared_buffers": "plenty"/,
    );
    expect(readdirSync(placesOf({ directory, name }).users)).toEqual([]);
  });
});

describe('the folder of the socket', () => {
  it('stays below the length that the operating system allows, however deep the data folder lies', () => {
    const deep = path.join(directory, 'deep'.repeat(40));
    const { sockets } = placesOf({ directory: deep, name });
    expect(Buffer.byteLength(path.join(sockets, '.s.PGSQL.5432'))).toBeLessThanOrEqual(100);
    expect(placesOf({ directory: `${deep}er`, name }).sockets).not.toBe(sockets);
  });

  it('is refused when others can enter it, when it is not ours, or when it is a link', () => {
    const mine = process.getuid?.();
    expect(() => assertPrivate(directory, mine)).not.toThrow();
    expect(() => assertPrivate(directory, Number(mine) + 1)).toThrow(/must be a folder of ours/);
    const link = path.join(directory, 'link');
    symlinkSync(directory, link);
    expect(() => assertPrivate(link, mine)).toThrow(/must be a folder of ours/);
    chmodSync(directory, 0o750);
    expect(() => assertPrivate(directory, mine)).toThrow(/must be a folder of ours/);
  });
});

describe('a throw-away cluster', () => {
  it('is gone after its run, and so is one whose run was killed', async () => {
    const program = `
      import { startThrowAwayPostgres } from ${JSON.stringify(new URL('./throw-away.mjs', import.meta.url).href)};
      const server = await startThrowAwayPostgres({ parent: process.argv[1] });
      console.log(JSON.stringify({ pid: server.pid, base: server.base }));
      setInterval(() => {}, 1000);`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', program, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const abandoned: { pid: number; base: string } = JSON.parse(await firstLine(run));
    onTestFinished(() => {
      if (processIdentity(abandoned.pid)) process.kill(abandoned.pid, 'SIGKILL');
      rmSync(abandoned.base, { recursive: true, force: true });
    });
    run.kill('SIGKILL');
    await once(run, 'exit');

    const server = await startThrowAwayPostgres({ parent: directory });
    onTestFinished(() => server.stop());
    expect(processIdentity(abandoned.pid)).toBeNull();
    expect(existsSync(abandoned.base)).toBe(false);
    expect(readdirSync(directory)).toHaveLength(1);
    await server.stop();
    expect(processIdentity(server.pid)).toBeNull();
    expect(existsSync(server.base)).toBe(false);
    expect(readdirSync(directory)).toEqual([]);
  });
});
