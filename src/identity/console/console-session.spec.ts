import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../../test/support/browser-session.js';
import { IdentityApp, SESSION_COOKIE } from '../../../test/support/identity-app.js';
import { issueToken } from '../local-provider/issue-token.js';
import type { Principal } from '../principal.js';

let app: IdentityApp;
let browser: BrowserSession;

beforeAll(async () => {
  app = await IdentityApp.start();
});

afterAll(() => app.stop());

beforeEach(async () => {
  browser = new BrowserSession();
  await app.database.query('UPDATE principal SET disabled = false');
});

function post(headers: Record<string, string>, where = '/probe'): Promise<Response> {
  return browser.request(`${app.origin}${where}`, { method: 'POST', headers });
}

async function expectSignedOut(using = browser): Promise<void> {
  expect((await using.request(`${app.origin}/probe`)).status).toBe(401);
}

describe('a console session', () => {
  it('keeps neither its secret nor its CSRF token in the database', async () => {
    await app.login(browser, 'sam');
    const { csrfToken } = await app.probe(browser);
    const secret = browser.cookieHeader(app.origin).split('.').at(-1) ?? '';
    const rows = await app.database.query<{ all: string }>('SELECT s::text AS all FROM console_session s');
    for (const hidden of [secret, csrfToken, Buffer.from(secret).toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(hidden);
  });

  it('ends after eight hours', async () => {
    await app.login(browser, 'sam');
    const [row] = await app.database.query<{ hours: string }>(
      'SELECT round(extract(epoch FROM max(expires_at) - clock_timestamp()) / 3600)::text AS hours FROM console_session',
    );
    expect(row?.hours).toBe('8');
    await app.database.query('UPDATE console_session SET expires_at = clock_timestamp()');
    await expectSignedOut();
  });

  it('ends at once when the person is disabled', async () => {
    await app.login(browser, 'sam');
    await app.probe(browser);
    await app.database.query("UPDATE principal SET disabled = true WHERE sub = 'sam'");
    await expectSignedOut();
  });

  it('sees a revoked role and the raised epoch at the next request', async () => {
    await app.login(browser, 'sam');
    const before = (await app.probe(browser)).principal;
    await app.database.query(
      "UPDATE principal SET revoked_roles = '{supervisor}', authz_epoch = authz_epoch + 1 WHERE sub = 'sam'",
    );
    const after = (await app.probe(browser)).principal;
    expect([before.roles, after.roles]).toEqual([['supervisor'], []]);
    expect(after.epoch).toBe(before.epoch + 1);
    await app.database.query("UPDATE principal SET revoked_roles = '{}' WHERE sub = 'sam'");
  });

  it('is of one tenant: the same secret under another tenant’s name is no session', async () => {
    await app.login(browser, 'sam');
    const cookie = browser.cookieHeader(app.origin).replace('=acme.', '=globex.');
    expect((await fetch(`${app.origin}/probe`, { headers: { cookie } })).status).toBe(401);
  });

  it('sweeps expired ones of the tenant when a new one begins', async () => {
    await app.login(browser, 'sam');
    await app.database.query('UPDATE console_session SET expires_at = clock_timestamp()');
    await app.login(new BrowserSession(), 'sofia', '/console/');
    const [row] = await app.database.query<{ n: string }>('SELECT count(*)::text AS n FROM console_session');
    expect(row?.n).toBe('1');
  });
});

describe('a request that changes something', () => {
  it('passes with the token and from the console’s own origin', async () => {
    await app.login(browser, 'sam');
    const { csrfToken } = await app.probe(browser);
    const response = await post({ origin: app.origin, 'x-csrf-token': csrfToken });
    expect([response.status, await response.json()]).toEqual([201, { sub: 'sam' }]);
  });

  it.each([
    ['without a token', () => ({ origin: app.origin, token: '' })],
    [
      'with a wrong token',
      (token: string) => ({ origin: app.origin, token: token.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')) }),
    ],
    ['without an origin', (token: string) => ({ origin: undefined, token })],
    ['from another site', (token: string) => ({ origin: 'https://evil.example', token })],
    ['from another port of this machine', (token: string) => ({ origin: 'http://127.0.0.1:3000', token })],
    ['from a page without an origin', (token: string) => ({ origin: 'null', token })],
  ])('is refused %s', async (_, forge) => {
    await app.login(browser, 'sam');
    const forged = forge((await app.probe(browser)).csrfToken);
    const response = await post({
      ...(forged.origin === undefined ? {} : { origin: forged.origin }),
      ...(forged.token === '' ? {} : { 'x-csrf-token': forged.token }),
    });
    expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ code: 'FORBIDDEN' })]);
  });

  it('is refused with the CSRF token of another session', async () => {
    const other = new BrowserSession();
    await app.login(other, 'erin', '/console/');
    await app.login(browser, 'sam');
    expect((await post({ origin: app.origin, 'x-csrf-token': (await app.probe(other)).csrfToken })).status).toBe(403);
  });
});

describe('an access token of the embedded provider', () => {
  async function bearer(agents: string[] = []): Promise<string> {
    const token = await issueToken({ issuer: `${app.origin}/oidc`, resource: `${app.origin}/mcp`, as: 'erin', agents });
    if (!token.ok) throw new Error(token.refusal.message);
    return `Bearer ${token.value.accessToken}`;
  }

  it('stands for the person with the agent, and needs no CSRF token', async () => {
    const authorization = await bearer(['order-assistant']);
    const who = (await (await fetch(`${app.origin}/probe`, { headers: { authorization } })).json()) as {
      principal: Principal;
      csrfToken?: string;
    };
    expect(who.principal).toMatchObject({
      sub: 'erin',
      human: 'erin',
      actors: ['order-assistant'],
      client: 'order-assistant',
    });
    expect(who.csrfToken).toBeUndefined();
    expect((await fetch(`${app.origin}/probe`, { method: 'POST', headers: { authorization } })).status).toBe(201);
  });

  it('finds the very row that was seeded, and raises no epoch', async () => {
    const [seeded] = await app.database.query<{ id: string; authz_epoch: string }>(
      "SELECT id, authz_epoch FROM principal WHERE sub = 'erin'",
    );
    const authorization = await bearer();
    const { principal } = (await (await fetch(`${app.origin}/probe`, { headers: { authorization } })).json()) as {
      principal: Principal;
    };
    expect(principal.id).toBe(seeded?.id);
    expect(principal.epoch).toBe(Number(seeded?.authz_epoch));
  });

  it('that is bad is not made good by a session cookie', async () => {
    await app.login(browser, 'sam');
    const response = await browser.request(`${app.origin}/probe`, { headers: { authorization: 'Bearer x' } });
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    ]);
  });

  it('is not the ID token of a console login', async () => {
    await app.login(browser, 'sam');
    const [row] = await app.database.query<{ id_token: string }>(
      'SELECT id_token FROM console_session ORDER BY created_at DESC LIMIT 1',
    );
    const response = await fetch(`${app.origin}/probe`, { headers: { authorization: `Bearer ${row?.id_token}` } });
    expect(response.status).toBe(401);
  });
});

describe('logging out', () => {
  async function logout(): Promise<string> {
    const { csrfToken } = await app.probe(browser);
    const response = await post({ origin: app.origin, 'x-csrf-token': csrfToken }, '/console/auth/logout');
    expect(response.status).toBe(200);
    return ((await response.json()) as { redirectTo: string }).redirectTo;
  }

  it('ends the session here, whoever kept the cookie', async () => {
    await app.login(browser, 'sam');
    const cookie = browser.cookieHeader(app.origin);
    await logout();
    expect(browser.has(SESSION_COOKIE)).toBe(false);
    expect((await fetch(`${app.origin}/probe`, { headers: { cookie } })).status).toBe(401);
  });

  it('ends the login at the provider too, and comes back to the console', async () => {
    await app.login(browser, 'sam');
    const { response } = await browser.open(await logout());
    const page = await response.text();
    expect(page).toContain('Signing out…');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const left = await browser.submit(`${app.origin}/oidc/session/end/confirm`, { xsrf, logout: 'yes' });
    expect(left.url).toBe(`${app.origin}/console/`);
    const again = await browser.open(`${app.origin}/console/auth/login`);
    expect(again.url).toContain('/oidc/interaction/');
  });

  it('needs the CSRF token, so that no other page does it', async () => {
    await app.login(browser, 'sam');
    expect((await post({ origin: app.origin }, '/console/auth/logout')).status).toBe(403);
    await app.probe(browser);
  });
});
