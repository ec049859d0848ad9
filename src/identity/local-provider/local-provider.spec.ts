import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exchangeOf, RunningProvider } from '../../../test/support/local-provider.js';
import { issueToken } from './issue-token.js';
import { TOKEN_EXCHANGE } from './provider-clients.js';

let provider: RunningProvider;

beforeAll(async () => {
  provider = await RunningProvider.start();
});

afterAll(() => provider.stop());

describe('the metadata of the embedded provider', () => {
  it.each([
    '/oidc/.well-known/openid-configuration',
    '/oidc/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/oidc',
    '/.well-known/openid-configuration/oidc',
  ])('is found at %s', async (where) => {
    const response = await fetch(`${provider.origin}${where}`);
    expect(await response.json()).toMatchObject({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/auth`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/jwks`,
      registration_endpoint: `${provider.issuer}/reg`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', TOKEN_EXCHANGE]),
    });
  });

  it('publishes no private key', async () => {
    const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: object[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toHaveProperty('d');
  });
});

describe('a person’s access token', () => {
  it('is for the engine, of its own type, lives an hour, and says who the person is', async () => {
    const token = await provider.tokenOf('sam.admin');
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      iss: provider.issuer,
      aud: provider.resource,
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
    const result = await issueToken({ issuer: provider.issuer, resource: provider.resource, as: 'mallory' });
    expect(result).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } });
  });

  it('is not given for another service', async () => {
    const result = await issueToken({ issuer: provider.issuer, resource: 'https://elsewhere.example/mcp', as: 'erin' });
    expect(result).toMatchObject({
      ok: false,
      refusal: { code: 'UNAUTHENTICATED', message: expect.stringContaining('resource indicator') },
    });
  });

  it('may be asked for with less', async () => {
    expect(decodeJwt(await provider.tokenOf('erin', [], 'orders:read'))['scope']).toBe('orders:read');
  });
});

describe('an agent’s access token', () => {
  it('names the person as subject and the agent as actor', async () => {
    expect(decodeJwt(await provider.tokenOf('erin', ['order-assistant']))).toMatchObject({
      sub: 'erin',
      tenant: 'acme',
      roles: ['employee'],
      client_id: 'order-assistant',
      act: { sub: 'order-assistant' },
      aud: provider.resource,
    });
  });

  it('nests the agents that acted before', async () => {
    expect(decodeJwt(await provider.tokenOf('erin', ['order-assistant', 'order-researcher']))['act']).toEqual({
      sub: 'order-researcher',
      act: { sub: 'order-assistant' },
    });
  });

  it('is refused to a fifth agent in a row', async () => {
    const four = ['order-assistant', 'order-researcher', 'order-assistant', 'order-researcher'];
    const fifth = await provider.exchange(await provider.tokenOf('erin', four));
    expect(fifth).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('never lives longer than the one that was handed in', async () => {
    const subject = await provider.tokenOf('erin');
    vi.useFakeTimers({ now: Date.now() + 1_800_000, toFake: ['Date'] });
    try {
      const { body } = await provider.exchange(subject);
      const given = decodeJwt(body['access_token'] as string);
      expect(given.exp).toBeLessThanOrEqual(decodeJwt(subject).exp ?? 0);
      expect(body['expires_in']).toBeLessThanOrEqual(1_800);
    } finally {
      vi.useRealTimers();
    }
  });

  it('never may do more than the one that was handed in', async () => {
    const narrow = await provider.tokenOf('erin', [], 'orders:read');
    expect(await provider.exchange(narrow, { scope: 'orders:cancel' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    expect((await provider.exchange(narrow)).body['scope']).toBe('orders:read');
    expect((await provider.exchange(await provider.tokenOf('erin'), { scope: 'actions' })).body['scope']).toBe(
      'actions',
    );
  });

  it('never lets the agent decide in the name of its person, whose own token does', async () => {
    const subject = await provider.tokenOf('sofia');
    expect(String(decodeJwt(subject)['scope']).split(' ')).toContain('approvals:decide');
    expect(String((await provider.exchange(subject)).body['scope']).split(' ')).not.toContain('approvals:decide');
    expect(await provider.exchange(subject, { scope: 'approvals:decide' })).toMatchObject({
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
    expect(await provider.exchange(await provider.tokenOf('erin'), more, client)).toMatchObject({ status });
  });

  it('is refused to the command line, which may not exchange', async () => {
    const parameters = { ...exchangeOf(await provider.tokenOf('erin')), client_id: 'countersign-cli' };
    expect(await provider.token(parameters)).toMatchObject({ status: 400 });
  });
});
