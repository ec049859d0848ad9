import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type McpApp, sendAs, startMcp } from '../../test/support/mcp-app.js';
import { type RawRequest, rawMessage, rawRequest, unauthenticated } from '../../test/support/mcp-clients.js';
import { DatabaseUnavailable } from '../database/unavailable.js';
import { refuse } from '../shared/errors.js';
import { MAX_BODY } from './message.js';

const ORDER = { orderId: 'A-100042' };

let app: McpApp;

beforeAll(async () => {
  app = await startMcp();
});

afterAll(() => app.stop());

beforeEach(() => {
  app.runtime.calls.length = 0;
  app.tokens.asked = 0;
});

const send = (who: string | undefined, raw: RawRequest) => sendAs(app, who, raw);

const call = (who: string, params: Record<string, unknown>) =>
  send(who, rawMessage('2025-06-18', 'tools/call', params));

describe('the door', () => {
  const ping = rawMessage('2025-06-18', 'ping');
  const metadata = 'resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource/mcp"';

  it('asks for no token under a wrong host name or from a wrong page', async () => {
    const host = await send('erin', { ...ping, headers: { ...ping.headers, host: 'evil.example' } });
    const page = await send('erin', { ...ping, headers: { ...ping.headers, origin: 'https://evil.example' } });

    expect([host.status, page.status]).toEqual([403, 403]);
    expect(host.json()).toMatchObject({ error: { data: { code: 'FORBIDDEN' } } });
    expect(page.json()).toMatchObject({ error: { data: { code: 'FORBIDDEN' } } });
    expect(app.tokens.asked).toBe(0);
  });

  it('tells someone without a token where to get one, and of no error', async () => {
    const answer = await send(undefined, ping);

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(`Bearer scope="orders:cancel orders:read", ${metadata}`);
    expect(answer.json()).toEqual(unauthenticated('An access token is needed.'));
  });

  it('names the fault of a token that is no good', async () => {
    const answer = await send('mallory', ping);

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", error_description="The access token is not valid.", scope="orders:cancel orders:read", ${metadata}`,
    );
  });

  it('does not call a token bad that cannot be checked at present', async () => {
    const usual = app.tokens.verify;
    app.tokens.verify = async () => refuse('UNAVAILABLE', 'The identity provider cannot be reached.');
    const provider = await send('erin', ping);
    app.tokens.verify = () => Promise.reject(new DatabaseUnavailable(new Error('ECONNREFUSED')));
    const database = await send('erin', ping);
    app.tokens.verify = usual;

    expect([provider.status, database.status]).toEqual([503, 503]);
    expect(provider.json()).toMatchObject({ error: { data: { code: 'UNAVAILABLE', retryable: true } } });
    expect(database.json()).toMatchObject({ error: { data: { code: 'UNAVAILABLE', retryable: true } } });
    expect(provider.headers).not.toHaveProperty('www-authenticate');
  });

  it('answers a fault of its own with a trace id and nothing else', async () => {
    const usual = app.tokens.verify;
    app.tokens.verify = () => Promise.reject(new Error('secret: hunter2'));
    const answer = await send('erin', ping);
    app.tokens.verify = usual;

    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/secret|hunter2/);
    expect(answer.json()).toMatchObject({ error: { code: -32603, data: { code: 'INTERNAL' } } });
  });

  it('lets nobody without a token make it read a body', async () => {
    const answer = await send(undefined, { ...ping, body: 'x'.repeat(MAX_BODY + 1) });

    expect(answer.status).toBe(401);
  });

  it('asks for every scope of the call in one challenge', async () => {
    const answer = await call('reader', { name: 'orders_cancel_v1', arguments: ORDER });

    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", error_description="The access token lacks a scope that this call needs.", ' +
        `scope="orders:cancel", ${metadata}`,
    );
    expect(app.runtime.calls).toEqual([]);
  });

  it('asks for no scope of a tool that is hidden', async () => {
    const answer = await call('auditor', { name: 'orders_cancel_v1', arguments: {} });

    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  it('takes POST only, also from those who may come in', async () => {
    for (const method of ['GET', 'DELETE']) {
      const stranger = await send(undefined, { method });
      const erin = await send('erin', { method, headers: { accept: 'text/event-stream' } });

      expect(stranger.status).toBe(401);
      expect(erin.status).toBe(405);
      expect(erin.headers['allow']).toBe('POST');
    }
  });

  it('forbids every cache to keep an answer, and every browser to guess what it is', async () => {
    for (const answer of [
      await send(undefined, ping),
      await send('erin', ping),
      await send('erin', rawMessage('2026-07-28', 'tools/list')),
    ]) {
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    }
  });
});

describe('the protected resource metadata', () => {
  it.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])(
    'is readable for everyone and every page at %s',
    async (path) => {
      const answer = await rawRequest(`${app.url}${path}`, {
        method: 'GET',
        headers: { origin: 'https://host.example' },
      });

      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.json()).toMatchObject({
        resource: 'http://127.0.0.1/mcp',
        authorization_servers: ['http://127.0.0.1/oidc'],
        scopes_supported: ['orders:cancel', 'orders:read'],
      });
    },
  );
});

describe('a worker', () => {
  it('serves no agents', async () => {
    const worker = await startMcp({ ROLE: 'worker' });
    const { headers, body } = rawMessage('2025-06-18', 'ping');
    const answer = await rawRequest(`${worker.url}/mcp`, {
      headers: { ...headers, authorization: 'Bearer erin' },
      body,
    });
    await worker.stop();

    expect(answer.status).toBe(404);
  });
});

describe('with an identity provider of its own', () => {
  it('this machine is no special name, and the metadata names that provider', async () => {
    const production = await startMcp({
      PUBLIC_URL: 'https://countersign.example',
      OIDC_ISSUER: 'https://login.example',
    });
    const { headers, body } = rawMessage('2025-06-18', 'ping');
    const ask = (host: string) =>
      rawRequest(`${production.url}/mcp`, { headers: { ...headers, host, authorization: 'Bearer erin' }, body });
    const [own, machine, described] = await Promise.all([
      ask('countersign.example'),
      ask('127.0.0.1'),
      rawRequest(`${production.url}/.well-known/oauth-protected-resource/mcp`, { method: 'GET' }),
    ]);
    await production.stop();

    expect([own.status, machine.status]).toEqual([200, 403]);
    expect(described.json()).toMatchObject({ authorization_servers: ['https://login.example'] });
  });
});
