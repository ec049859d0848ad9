import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../../test/support/browser-session.js';
import { exchangeOf, RunningProvider } from '../../../test/support/local-provider.js';
import { TOKEN_EXCHANGE } from './provider-clients.js';

let provider: RunningProvider;

beforeAll(async () => {
  provider = await RunningProvider.start();
});

afterAll(() => provider.stop());

describe('an MCP host', () => {
  const redirectUri = 'http://127.0.0.1:33418/callback';

  async function throughLogin(browser: BrowserSession, clientId: string, verifier: string, as = 'erin') {
    const { url } = await browser.open(
      provider.authorizationUrl(clientId, redirectUri, verifier, {
        // The scope of deciding is ignored: people decide in the console, never through a host.
        scope: 'orders:read actions approvals:decide offline_access',
        prompt: 'consent',
      }),
    );
    return browser.submit(url, { username: as, password: `${as}-demo` });
  }

  it('registers itself, is shown to the person for consent, and gets a token for the engine without naming it', async () => {
    const registered = await provider.register({
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
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'host-state', iss: provider.issuer });
    const code = back.searchParams.get('code') ?? '';
    const redeem = () =>
      provider.token({
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      });
    const tokens = (await redeem()).body as { access_token: string; refresh_token: string };
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: provider.resource,
      sub: 'erin',
      client_id: clientId,
      scope: 'orders:read actions',
    });
    const refreshed = await provider.token({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: tokens.refresh_token,
    });
    expect(decodeJwt(refreshed.body['access_token'] as string)).toMatchObject({
      aud: provider.resource,
      sub: 'erin',
      tenant: 'acme',
    });
    expect((await redeem()).status).toBe(400);
  });

  it('is told so when the person refuses', async () => {
    const { client_id: clientId } = await provider.register({ redirect_uris: [redirectUri] });
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
    const { client_id: clientId } = await provider.register({ redirect_uris: [redirectUri] });
    const browser = new BrowserSession();
    const consent = await throughLogin(browser, clientId as string, 'v'.repeat(43));
    const allowed = await browser.request(consent.url, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'allow' }),
    });
    await browser.request(allowed.headers.get('location') ?? '');
    const again = await browser.open(provider.authorizationUrl(clientId as string, redirectUri, 'v'.repeat(43)));
    expect(again.url).toContain('/oidc/interaction/');
    expect(await again.response.text()).toContain('Let this application act for you?');
  });

  it('must use PKCE and an address that it registered', async () => {
    const { client_id: clientId } = await provider.register({ redirect_uris: [redirectUri] });
    const plain = new URL(provider.authorizationUrl(clientId as string, redirectUri, 'v'.repeat(43)));
    plain.searchParams.delete('code_challenge');
    plain.searchParams.delete('code_challenge_method');
    const withoutPkce = await fetch(plain, { redirect: 'manual' });
    expect(withoutPkce.headers.get('location')).toContain('error=invalid_request');
    const secretive = { redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' };
    const { client_id: confidential } = await provider.register(secretive);
    plain.searchParams.set('client_id', confidential as string);
    const alsoWithout = await fetch(plain, { redirect: 'manual' });
    expect(alsoWithout.headers.get('location')).toContain('error=invalid_request');
    const elsewhere = provider.authorizationUrl(clientId as string, 'http://127.0.0.1:33418/other', 'v'.repeat(43));
    const response = await fetch(elsewhere, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('invalid_redirect_uri');
  });

  it('may not register to leave the machine unencrypted, nor to exchange tokens for agents it is not', async () => {
    expect(await provider.register({ redirect_uris: ['http://evil.example/callback'] })).toMatchObject({
      error: 'invalid_redirect_uri',
    });
    const { client_id: clientId } = await provider.register({
      redirect_uris: [redirectUri],
      grant_types: [TOKEN_EXCHANGE, 'authorization_code'],
    });
    const parameters = { ...exchangeOf(await provider.tokenOf('erin')), client_id: clientId as string };
    expect(await provider.token(parameters)).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
  });
});
