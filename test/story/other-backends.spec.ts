import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase, type TestDatabase, testDatabase, urlOf } from '../support/database.js';
import { type Engine, startEngine } from '../support/engine.js';
import { startRedis } from '../support/redis.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Two signatures, one execution, the first result again. */
async function tellTheStory(engine: Engine, between: () => Promise<void> = async () => undefined): Promise<void> {
  const { id: orderId } = await engine.order({ size: 'large' });
  const args = { orderId, reason: 'the same story on another backend' };
  const asked = await engine.call('erin', 'orders.cancel.v1', args);
  expect(asked.status).toBe(202);
  const id = String(asked.body['id']);
  await engine.decide('sam', id);
  await between();
  await engine.decide('sofia', id);
  await engine.settled('erin', id, 'SUCCEEDED');
  expect((await engine.call('erin', 'orders.cancel.v1', args)).status).toBe(200);
  const effects = await engine.database.query('SELECT FROM order_event WHERE order_id = $1', [orderId]);
  expect(effects).toHaveLength(1);
}

describe('the same story', () => {
  it('with the queue on Redis, which is flushed in the middle', async () => {
    const redis = await startRedis();
    open.push(() => redis.stop());
    const engine = await startEngine({ REDIS_URL: redis.url });
    open.push(() => engine.stop());
    await tellTheStory(engine, () => redis.flush());
    await tellTheStory(engine);
  });

  it('on a PostgreSQL where the owner is no superuser', async () => {
    const server = await testDatabase();
    open.push(() => server.drop());
    const owned = await ownedDatabase(server);
    await migrate(owned.url);
    const engine = await startEngine({ DATABASE_URL: owned.url }, owned);
    open.push(() => engine.stop());
    await tellTheStory(engine);
  });
});

/** Another database of the same server, owned by a role that may create roles and nothing else. */
async function ownedDatabase(server: TestDatabase): Promise<TestDatabase> {
  const name = `${server.name}_owned`;
  await server.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'not-a-secret'`);
  await server.query(`GRANT countersign_app TO ${name} WITH ADMIN OPTION`);
  await server.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const asSuperuser = openDatabase(urlOf(server.url, name), name);
  open.push(async () => {
    await asSuperuser.drop();
    await server.query(`DROP ROLE ${name}`);
  });
  const url = urlOf(server.url, name).replace(/\/\/[^@]*@/, `//${name}:not-a-secret@`);
  return { ...asSuperuser, url, config: (overrides) => asSuperuser.config({ DATABASE_URL: url, ...overrides }) };
}
