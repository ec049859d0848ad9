import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, startEngine } from '../support/engine.js';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ ROLE: 'api' });
});
afterAll(() => engine.stop());

const ask = (path: string, init?: RequestInit) => fetch(`${engine.url}${path}`, { redirect: 'manual', ...init });

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

async function routes(): Promise<[string, string][]> {
  const { paths } = (await (await ask('/docs-json')).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path]),
  );
}

describe('every route of the API', () => {
  it('is documented as OpenAPI 3.1', async () => {
    expect(((await (await ask('/docs-json')).json()) as OpenApi).openapi).toBe('3.1.0');
    expect(await routes()).toContainEqual(['POST', '/v1/actions/{id}/decisions']);
  });

  it('is closed to who brings no token, before it looks at anything else', async () => {
    const guarded = (await routes()).filter(([, path]) => path.startsWith('/v1/'));
    expect(guarded.length).toBeGreaterThan(15);
    for (const [method, path] of guarded) {
      const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
      const answer = await ask(path.replace('{id}', 'x').replace('{tool}', 'x'), { method, ...body });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('is for everybody only where it tells nothing about anybody', async () => {
    const open = (await routes())
      .filter(([, path]) => !path.startsWith('/v1/'))
      .map(([method, path]) => `${method} ${path}`);
    expect(open).toEqual(expect.arrayContaining(['GET /livez', 'GET /readyz', 'GET /metrics']));
    const figures = await (await ask('/metrics')).text();
    expect(figures).toContain('countersign_wakeups_due');
    expect(figures).not.toMatch(/acme|globex|erin|sam|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it('answers errors as problems that no cache keeps', async () => {
    const answer = await ask('/v1/nothing-here');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('every answer', () => {
  it.each(['/livez', '/v1/me', '/docs', '/nothing'])(
    'is kept from being framed, sniffed or led astray: %s',
    async (path) => {
      const { headers } = await ask(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy.includes("script-src 'self' 'unsafe-inline'")).toBe(path === '/docs');
    },
  );
});

describe('the stream of events', () => {
  it('is of the caller’s own sight, and begins with a resync after a reconnect', async () => {
    const stop = new AbortController();
    const token = await engine.tokenFor('sam');
    const stream = await ask('/v1/events', {
      headers: { authorization: `Bearer ${token}`, 'last-event-id': 'x' },
      signal: stop.signal,
    });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const until = async (what: RegExp) => {
      while (!what.test(heard)) heard += (await reader?.read())?.value ?? '';
    };
    await until(/event: ?resync/);
    const { id } = await engine.order();
    const asked = await engine.call('erin', 'orders.cancel.v1', { orderId: id, reason: 'not wanted' });
    await until(new RegExp(`"id":"${asked.body['id']}"`));
    stop.abort();
    await reader?.cancel().catch(() => undefined);
  });
});
