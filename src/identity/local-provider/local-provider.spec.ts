import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BrowserSession } from '../../../test/support/browser-session.js';
import { freePort } from '../../../test/support/free-port.js';
import { issueToken } from './issue-token.js';
import { mountLocalProvider } from './mount.js';
import { createLocalProvider } from './provider.js';
import { TOKEN_EXCHANGE } from './provider-clients.js';
import { loadProviderKeys } from './provider-keys.js';

let dataDir: string;
let origin: string;
let server: FastifyInstance;

const issuer = () => `${origin}/oidc`;
const resource = () => `${origin}/mcp`;

async function start(): Promise<FastifyInstance> {
  const config = {
    publicUrl: origin,
    oidcAudience: resource(),
    consoleClientId: 'countersign-console',
    consoleClientSecret: undefined,
    dataDir,
  };
  const instance = fastify();
  await mountLocalProvider(instance, await createLocalProvider(config, loadProviderKeys(dataDir)));
  await instance.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) });
  return instance;
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-oidc-'));
  origin = `http://127.0.0.1:${await freePort()}`;
  server = await start();
});

afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function tokenOf(as: string, agents: string[] = [], scope?: string): Promise<string> {
  const wish = { issuer: issuer(), resource: resource(), as, agents, ...(scope === undefined ? {} : { scope }) };
  const result = await issueToken(wish);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value.accessToken;
}

async function exchange(
  subjectToken: string,
  more: Record<string, string> = {},
  client = 'order-assistant:order-assistant-demo',
) {
  const response = await fetch(`${issuer()}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(client).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: TOKEN_EXCHANGE,
      subject_token: subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      ...more,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** What an MCP host does at first: it registers itself. */
async function register(metadata: Record<string, unknown>): Promise<Record<string, unknown>> {
  const response = await fetch(`${issuer()}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      ...metadata,
    }),
  });
  return (await response.json()) as Record<string, unknown>;
}

function authorizationUrl(
  client: string,
  redirectUri: string,
  verifier: string,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    client_id: client,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'orders:read actions',
    state: 'host-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return `${issuer()}/auth?${query}`;
}

describe('the metadata of the embedded provider', () => {
  it.each([
    '/oidc/.well-known/openid-configuration',
    '/oidc/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/oidc',
    '/.well-known/openid-configuration/oidc',
  ])('is found at %s', async (where) => {
    const response = await fetch(`${origin}${where}`);
    expect(await response.json()).toMatchObject({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/auth`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/jwks`,
      registration_endpoint: `${issuer()}/reg`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', TOKEN_EXCHANGE]),
    });
  });

  it('publishes no private key', async () => {
    const { keys } = (await (await fetch(`${issuer()}/jwks`)).json()) as { keys: object[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toHaveProperty('d');
  });
});

describe('a person’s access token', () => {
  it('is for the engine, of its own type, lives an hour, and says who the person is', async () => {
    const token = await tokenOf('sam.admin');
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      iss: issuer(),
      aud: resource(),
      sub: 'sam.admin',
      human: 'sam',
      tenant: 'acme',
      roles: ['platform', 'supervisor'],
      business_lines: ['retail'],
      scope: 'orders:read orders:cancel actions approvals:decide',
      client_id: 'countersign-cli',
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600);
    expect(claims).not.toHaveProperty('act');
  });

  it('is not given to somebody who does not exist', async () => {
    const result = await issueToken({ issuer: issuer(), resource: resource(), as: 'mallory' });
    expect(result).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } });
  });

  it('is not given for another service', async () => {
    const result = await issueToken({ issuer: issuer(), resource: 'https://elsewhere.example/mcp', as: 'erin' });
    expect(result).toMatchObject({ ok: false, refusal: { code: 'UNAUTHENTICATED' } });
  });

  it('may be asked for with less', async () => {
    expect(decodeJwt(await tokenOf('erin', [], 'orders:read'))['scope']).toBe('orders:read');
  });
});

describe('an agent’s access token', () => {
  it('names the person as subject and the agent as actor', async () => {
    expect(decodeJwt(await tokenOf('erin', ['order-assistant']))).toMatchObject({
      sub: 'erin',
      tenant: 'acme',
      roles: ['employee'],
      client_id: 'order-assistant',
      act: { sub: 'order-assistant' },
      aud: resource(),
    });
  });

  it('nests the agents that acted before', async () => {
    expect(decodeJwt(await tokenOf('erin', ['order-assistant', 'order-researcher']))['act']).toEqual({
      sub: 'order-researcher',
      act: { sub: 'order-assistant' },
    });
  });

  it('is refused to a fifth agent in a row', async () => {
    const four = ['order-assistant', 'order-researcher', 'order-assistant', 'order-researcher'];
    const fifth = await exchange(await tokenOf('erin', four));
    expect(fifth).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('never lives longer than the one that was handed in', async () => {
    const subject = await tokenOf('erin');
    vi.useFakeTimers({ now: Date.now() + 1_800_000, toFake: ['Date'] });
    try {
      const { body } = await exchange(subject);
      const given = decodeJwt(body['access_token'] as string);
      expect(given.exp).toBeLessThanOrEqual(decodeJwt(subject).exp ?? 0);
      expect(body['expires_in']).toBeLessThanOrEqual(1_800);
    } finally {
      vi.useRealTimers();
    }
  });

  it('never may do more than the one that was handed in', async () => {
    const narrow = await tokenOf('erin', [], 'orders:read');
    expect(await exchange(narrow, { scope: 'orders:cancel' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    expect((await exchange(narrow)).body['scope']).toBe('orders:read');
    expect((await exchange(await tokenOf('erin'), { scope: 'actions' })).body['scope']).toBe('actions');
  });

  it('never lets the agent decide in the name of its person, whose own token does', async () => {
    const subject = await tokenOf('sofia');
    expect(String(decodeJwt(subject)['scope']).split(' ')).toContain('approvals:decide');
    expect(String((await exchange(subject)).body['scope']).split(' ')).not.toContain('approvals:decide');
    expect(await exchange(subject, { scope: 'approvals:decide' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
  });

  it.each([
    ['a wrong secret', {}, 'order-assistant:wrong', 401],
    ['a client that is no agent', {}, 'countersign-cli:x', 401],
    ['another resource', { resource: 'https://elsewhere.example' }, undefined, 400],
    ['another audience', { audience: 'https://elsewhere.example' }, undefined, 400],
    ['another kind of subject', { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' }, undefined, 400],
    [
      'another kind of answer',
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      undefined,
      400,
    ],
    ['a forged subject', { subject_token: 'eyJhbGciOiJub25lIn0.e30.' }, undefined, 400],
    ['no subject', { subject_token: '' }, undefined, 400],
  ])('is refused for %s', async (_, more, client, status) => {
    expect(await exchange(await tokenOf('erin'), more, client)).toMatchObject({ status });
  });

  it('is refused to the command line, which may not exchange', async () => {
    const parameters = {
      grant_type: TOKEN_EXCHANGE,
      client_id: 'countersign-cli',
      subject_token: await tokenOf('erin'),
    };
    const response = await fetch(`${issuer()}/token`, { method: 'POST', body: new URLSearchParams(parameters) });
    expect(response.status).toBe(400);
  });
});

describe('the login page', () => {
  const verifier = randomBytes(32).toString('base64url');
  const cliUrl = () => authorizationUrl('countersign-cli', 'http://127.0.0.1/countersign-cli', verifier);

  it.each([
    ['en', 'Who would you like to be?'],
    ['zh-CN', '您想以谁的身份登录？'],
  ])('speaks %s and lists the people', async (language, words) => {
    const browser = new BrowserSession();
    const first = await browser.request(cliUrl());
    const page = await browser.request(new URL(first.headers.get('location') ?? '', origin).href, {
      headers: { 'accept-language': language },
    });
    const text = await page.text();
    expect(text).toContain(words);
    expect(text).toContain('data-username="sam.admin"');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(/(src|href)="https?:/);
  });

  it('stays with a wrong password, shows what was typed as text, and lets the right one in', async () => {
    const browser = new BrowserSession();
    const { url } = await browser.open(cliUrl());
    const wrong = await browser.submit(url, { username: '"><script>', password: 'x' });
    expect(wrong.response.status).toBe(401);
    expect(await wrong.response.text()).toContain('value="&quot;&gt;&lt;script&gt;"');
    const otherPassword = await browser.submit(url, { username: 'erin', password: 'sam-demo' });
    expect(otherPassword.response.status).toBe(401);
    const right = await browser.request(url, {
      method: 'POST',
      body: new URLSearchParams({ username: 'erin', password: 'erin-demo' }),
    });
    expect(right.status).toBe(303);
    const resumed = await browser.request(right.headers.get('location') ?? '');
    expect(resumed.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1\/countersign-cli\?code=/);
  });

  it('takes no form from a page of another port, although the cookie comes along', async () => {
    const browser = new BrowserSession();
    const { url } = await browser.open(cliUrl());
    const body = new URLSearchParams({ username: 'erin', password: 'erin-demo' });
    const response = await browser.request(url, { method: 'POST', body, headers: { origin: 'http://127.0.0.1:3000' } });
    expect(response.status).toBe(400);
  });

  it('belongs to the browser that began', async () => {
    const { url } = await new BrowserSession().open(cliUrl());
    expect((await new BrowserSession().request(url)).status).toBe(400);
  });
});

describe('an MCP host', () => {
  const redirectUri = 'http://127.0.0.1:33418/callback';

  async function throughLogin(browser: BrowserSession, clientId: string, verifier: string, as = 'erin') {
    const { url } = await browser.open(
      authorizationUrl(clientId, redirectUri, verifier, {
        // The scope of deciding is ignored: people decide in the console, never through a host.
        scope: 'orders:read actions approvals:decide offline_access',
        prompt: 'consent',
      }),
    );
    return browser.submit(url, { username: as, password: `${as}-demo` });
  }

  it('registers itself, is shown to the person for consent, and gets a token for the engine without naming it', async () => {
    const registered = await register({
      client_name: '<b>Friendly</b>',
      redirect_uris: ['http://127.0.0.1:1/callback'],
    });
    const clientId = registered['client_id'] as string;
    expect(registered).not.toHaveProperty('registration_access_token');
    const verifier = randomBytes(32).toString('base64url');
    const browser = new BrowserSession();
    const consent = await throughLogin(browser, clientId, verifier);
    const page = await consent.response.text();
    expect(page).toContain('&lt;b&gt;Friendly&lt;/b&gt;');
    expect(page).toContain(redirectUri);
    expect(page).toContain('Read orders that you may see');
    expect(consent.response.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:33418",
    );
    const allowed = await browser.request(consent.url, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'allow' }),
    });
    const done = await browser.request(allowed.headers.get('location') ?? '');
    const back = new URL(done.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'host-state', iss: issuer() });
    const redeem = (code: string) =>
      fetch(`${issuer()}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          redirect_uri: redirectUri,
          code,
          code_verifier: verifier,
        }),
      });
    const code = back.searchParams.get('code') ?? '';
    const tokens = (await (await redeem(code)).json()) as { access_token: string; refresh_token: string };
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: resource(),
      sub: 'erin',
      client_id: clientId,
      scope: 'orders:read actions',
    });
    const refreshed = await fetch(`${issuer()}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: tokens.refresh_token,
      }),
    });
    const again = (await refreshed.json()) as { access_token: string };
    expect(decodeJwt<JWTPayload>(again.access_token)).toMatchObject({ aud: resource(), sub: 'erin', tenant: 'acme' });
    expect((await redeem(code)).status).toBe(400);
  });

  it('is told so when the person refuses', async () => {
    const { client_id: clientId } = await register({ redirect_uris: [redirectUri] });
    const browser = new BrowserSession();
    const consent = await throughLogin(browser, clientId as string, 'v'.repeat(43));
    const refused = await browser.request(consent.url, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'refuse' }),
    });
    const done = await browser.request(refused.headers.get('location') ?? '');
    expect(new URL(done.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
  });

  it('is asked for again at the next login: consent is never silent for it', async () => {
    const { client_id: clientId } = await register({ redirect_uris: [redirectUri] });
    const browser = new BrowserSession();
    const consent = await throughLogin(browser, clientId as string, 'v'.repeat(43));
    const allowed = await browser.request(consent.url, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'allow' }),
    });
    await browser.request(allowed.headers.get('location') ?? '');
    const again = await browser.open(authorizationUrl(clientId as string, redirectUri, 'v'.repeat(43)));
    expect(again.url).toContain('/oidc/interaction/');
    expect(await again.response.text()).toContain('Let this application act for you?');
  });

  it('must use PKCE and an address that it registered', async () => {
    const { client_id: clientId } = await register({ redirect_uris: [redirectUri] });
    const plain = new URL(authorizationUrl(clientId as string, redirectUri, 'v'.repeat(43)));
    plain.searchParams.delete('code_challenge');
    plain.searchParams.delete('code_challenge_method');
    const withoutPkce = await fetch(plain, { redirect: 'manual' });
    expect(withoutPkce.headers.get('location')).toContain('error=invalid_request');
    const elsewhere = authorizationUrl(clientId as string, 'http://127.0.0.1:33418/other', 'v'.repeat(43));
    const response = await fetch(elsewhere, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('invalid_redirect_uri');
  });

  it('may not register to leave the machine unencrypted, nor to exchange tokens for agents it is not', async () => {
    expect(await register({ redirect_uris: ['http://evil.example/callback'] })).toMatchObject({
      error: 'invalid_redirect_uri',
    });
    const { client_id: clientId } = await register({
      redirect_uris: [redirectUri],
      grant_types: [TOKEN_EXCHANGE, 'authorization_code'],
    });
    const subject = await tokenOf('erin');
    const parameters = {
      grant_type: TOKEN_EXCHANGE,
      client_id: clientId as string,
      subject_token: subject,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    };
    const response = await fetch(`${issuer()}/token`, { method: 'POST', body: new URLSearchParams(parameters) });
    expect(response.status).toBe(400);
  });
});

describe('after a restart', () => {
  it('old tokens still verify and registered hosts are still known', async () => {
    const subject = await tokenOf('erin');
    const { client_id: clientId } = await register({ redirect_uris: ['http://127.0.0.1:1/callback'] });
    await server.close();
    server = await start();
    // The connections that were kept alive are closed by the other side: the first request may still meet one.
    await vi.waitUntil(() =>
      fetch(`${issuer()}/jwks`).then(
        (answer) => answer.ok,
        () => false,
      ),
    );
    expect((await exchange(subject)).status).toBe(200);
    const { response } = await new BrowserSession().open(
      authorizationUrl(clientId as string, 'http://127.0.0.1:1/callback', 'v'.repeat(43)),
    );
    expect(response.status).toBe(200);
  });
});

describe('under another host name', () => {
  function ask(method: string): Promise<{ status: number | undefined; location: string | undefined }> {
    const { port } = new URL(origin);
    return new Promise((resolve, reject) => {
      const headers = { host: 'rebound.example', 'content-type': 'application/json' };
      const options = { host: '127.0.0.1', port, method, path: '/oidc/reg?x=1', headers };
      const request = httpRequest(options, (response) => {
        response.resume();
        resolve({ status: response.statusCode, location: response.headers.location });
      });
      request.once('error', reject);
      request.end();
    });
  }

  it('the provider only points to its own', async () => {
    expect(await ask('GET')).toEqual({ status: 307, location: `${issuer()}/reg?x=1` });
    expect(await ask('POST')).toMatchObject({ status: 421 });
  });
});

describe('logging out at the provider', () => {
  it('asks first when nobody proves to be the console', async () => {
    const browser = new BrowserSession();
    const { url } = await browser.open(
      authorizationUrl('countersign-cli', 'http://127.0.0.1/countersign-cli', 'v'.repeat(43)),
    );
    await browser
      .request(url, { method: 'POST', body: new URLSearchParams({ username: 'erin', password: 'erin-demo' }) })
      .then((response) => browser.request(response.headers.get('location') ?? ''));
    const page = await (await browser.request(`${issuer()}/session/end`)).text();
    expect(page).toContain('Sign out?');
    expect(page).not.toContain('<script>');
  });
});
