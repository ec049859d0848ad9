import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Engine, startEngine } from '../support/engine.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';

/** A wire between the engine and PostgreSQL that can be cut and mended. */
class Wire {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();

  constructor(
    readonly port: number,
    private readonly upstream: NetConnectOpts,
  ) {}

  async mend(): Promise<void> {
    this.server = createServer((client) => {
      const server = connect(this.upstream);
      for (const socket of [client, server]) {
        this.sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.sockets.delete(socket);
          client.destroy();
          server.destroy();
        });
      }
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

let database: TestDatabase;
let wire: Wire;
let engine: Engine;

beforeAll(async () => {
  database = await testDatabase();
  const { host, port, user, password } = new pg.Client(database.url);
  wire = new Wire(await freePort(), host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  await wire.mend();
  const login = `${user}:${encodeURIComponent(password ?? '')}`;
  engine = await startEngine({ DATABASE_URL: `postgres://${login}@127.0.0.1:${wire.port}/${database.name}` }, database);
});
afterAll(async () => {
  await engine.stop();
  await wire.cut();
  await database.drop();
});

it('answers 503 while the database is away, and recovers without a restart', async () => {
  const { id: orderId } = await engine.order();
  const ask = () => engine.call('erin', 'orders.cancel.v1', { orderId, reason: 'before and after' });
  const asked = await ask();
  expect(asked.status).toBe(202);

  await wire.cut();
  const ready = await fetch(`${engine.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('2');
  expect((await fetch(`${engine.url}/livez`)).status).toBe(200);
  const lost = await ask();
  expect([lost.status, lost.body['code'], lost.body['retryable']]).toEqual([503, 'UNAVAILABLE', true]);
  expect(JSON.stringify(lost.body)).not.toMatch(/ECONN|127\.0\.0\.1|socket/);

  await wire.mend();
  await expect.poll(async () => (await fetch(`${engine.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  expect((await ask()).body['id']).toBe(asked.body['id']);
  await engine.decide('sam', String(asked.body['id']));
  await engine.settled('erin', String(asked.body['id']), 'SUCCEEDED');
});
