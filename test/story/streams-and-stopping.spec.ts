import { describe, expect, it } from 'vitest';
import { startEngine } from '../support/engine.js';
import { startRedis } from '../support/redis.js';

describe('streams', () => {
  it('are bounded for one principal, and closing one makes room', { timeout: 60_000 }, async () => {
    const engine = await startEngine({ ROLE: 'api' });
    const token = await engine.tokenFor('sam');
    const open = async () => {
      const abort = new AbortController();
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${engine.url}/v1/events`, { headers, signal: abort.signal });
      return { status: response.status, abort };
    };
    const streams = await Promise.all(Array.from({ length: 20 }, open));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await open()).status).toBe(429);
    streams[0]?.abort.abort();
    await expect.poll(async () => (await open()).status, { timeout: 5_000 }).toBe(200);
    await engine.stop();
  });
});

describe('stopping', () => {
  it('does not wait for those who wait for a change', { timeout: 60_000 }, async () => {
    const engine = await startEngine({ ROLE: 'api' });
    const { id: orderId } = await engine.order();
    const { body } = await engine.call('erin', 'orders.cancel.v1', { orderId, reason: 'a long wait' });
    const waiting = engine.rest('erin', 'GET', `/v1/actions/${body['id']}?wait=25`).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = Date.now();
    await engine.stop();
    expect(Date.now() - began).toBeLessThan(15_000);
    await waiting;
  });

  it('ends although Redis is gone', { timeout: 60_000 }, async () => {
    const redis = await startRedis();
    const engine = await startEngine({ REDIS_URL: redis.url });
    await redis.stop();
    const { id: orderId } = await engine.order();
    const { body } = await engine.call('erin', 'orders.cancel.v1', { orderId, reason: 'while the queue is away' });
    await engine.decide('sam', String(body['id']));
    const began = Date.now();
    await engine.stop();
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});
