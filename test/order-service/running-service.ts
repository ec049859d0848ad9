import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type TestDatabase, urlOf } from '../support/database.js';

export const SERVICE_TOKEN = 'service-credential-of-this-test';
export const CONTROL_TOKEN = 'control-credential-of-this-test';

const MAIN = path.resolve('examples/order-service/main.mjs');
const STOP_WITH_STARTER = path.resolve('scripts/parts/stop-with-starter.mjs');
const READY_MS = 15_000;

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface Request {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly agent?: Agent;
  /** When it is aborted, the caller hangs up. */
  readonly signal?: AbortSignal;
}

export interface Effect {
  readonly seq: number;
  readonly operationId: string;
  readonly orderId: string;
}

export interface RunningService {
  readonly child: ChildProcess;
  readonly url: string;
  readonly controlUrl: string;
  call(method: string, path: string, request?: Request): Promise<Reply>;
  control(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Cancels an order under an operation id, in whatever version `If-Match` says, if at all. */
  cancel(orderId: string, operationId: string, ifMatch?: string, request?: Request): Promise<Reply>;
  /** Offers exactly what the class is named for, and the switches that are given beside it. */
  behaveAs(adapterClass: 'A' | 'B' | 'B-' | 'C', switches?: Record<string, unknown>): Promise<void>;
  /** Orders a fault for the next request of an operation, or what else is given. */
  order(fault: Record<string, unknown>): Promise<void>;
  effectsOf(operationId: string): Promise<Effect[]>;
  /** Asks it to stop; resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** A database that holds nothing yet. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const maintenance = inject('databaseUrl');
  const name = `orders_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return openDatabase(urlOf(maintenance, name), name);
}

/** The process with what it prints, ready or not. */
export function spawnService(env: NodeJS.ProcessEnv): { child: ChildProcess; output(): string } {
  // It dies with this run, also when that is killed.
  const child = spawn(process.execPath, ['--import', STOP_WITH_STARTER, MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      CONTROL_PORT: '0',
      SERVICE_TOKEN,
      CONTROL_TOKEN,
      ORDERS: '200',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { child, output: () => printed };
}

/** A real order service as a process of its own, on free ports. */
export async function startService(database: TestDatabase, env: NodeJS.ProcessEnv = {}): Promise<RunningService> {
  const { child, output } = spawnService({ DATABASE_URL: database.url, ...env });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const { url, controlUrl } = await readyLine(child, output);
  const call: RunningService['call'] = (method, path, request) => send(url + path, SERVICE_TOKEN, method, request);
  const control: RunningService['control'] = (method, path, body) =>
    send(controlUrl + path, CONTROL_TOKEN, method, { body });
  return {
    child,
    url,
    controlUrl,
    call,
    control,
    cancel: (orderId, operationId, ifMatch, more) =>
      call('POST', `/orders/${orderId}/cancel`, {
        ...more,
        headers: { 'idempotency-key': operationId, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
        body: { reason: 'The customer ordered twice.' },
      }),
    behaveAs: async (adapterClass, switches) => {
      await accepted(control('PUT', '/control', { class: adapterClass, ...switches }));
    },
    order: async (fault) => {
      await accepted(control('POST', '/control/faults', fault));
    },
    effectsOf: async (operationId) => {
      const found: Effect[] = [];
      for (let after = 0, before = -1; after !== before; ) {
        const { body } = await accepted(control('GET', `/control/ledger?after=${after}`));
        found.push(...(body['effects'] as Effect[]).filter((effect) => effect.operationId === operationId));
        before = after;
        after = Number(body['next']);
      }
      return found;
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function readyLine(child: ChildProcess, output: () => string): Promise<{ url: string; controlUrl: string }> {
  for (const until = Date.now() + READY_MS; Date.now() < until; await new Promise((r) => setTimeout(r, 20))) {
    const line = output()
      .split('\n')
      .find((text) => text.startsWith('{"event":"ready"'));
    if (line?.endsWith('}')) return JSON.parse(line) as { url: string; controlUrl: string };
    if (child.exitCode !== null) break;
  }
  child.kill('SIGKILL');
  throw new Error(`the order service did not start: ${output()}`);
}

async function accepted(reply: Promise<Reply>): Promise<Reply> {
  const { status, headers, body } = await reply;
  if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
  return { status, headers, body };
}

/** One request with Node's own client, which never sends one twice; a connection of its own unless an agent is given. */
export async function send(
  url: string,
  token: string | undefined,
  method: string,
  given: Request = {},
): Promise<Reply> {
  const text = given.body === undefined ? '' : JSON.stringify(given.body);
  const outgoing = request(url, {
    method,
    agent: given.agent ?? false,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...given.headers,
    },
    ...(given.signal && { signal: given.signal }),
  });
  outgoing.end(text);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let answer = '';
  for await (const chunk of incoming.setEncoding('utf8')) answer += String(chunk);
  const body = JSON.parse(answer) as Record<string, unknown>;
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body };
}

/** Numbers of orders that can be cancelled, each given once. */
export function freshOrders(): () => string {
  let number = 100_000;
  return () => {
    number += number % 10 === 7 ? 3 : 1;
    return `A-${number}`;
  };
}

/** A new operation id, of the form that Countersign derives. */
export function newOperation(): string {
  return `op-${Math.random().toString(36).slice(2, 12)}-${Date.now()}`;
}
