import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../../test/support/browser-session.js';
import { IdentityApp, SESSION_COOKIE } from '../../../test/support/identity-app.js';
import { StartupProblem } from '../../shared/startup-problem.js';

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

describe('logging in to the console', () => {
  it('leads back to the wanted page with a session of the person', async () => {
    const { url } = await app.login(browser, 'sofia', '/console/actions/7?tab=why');
    expect(url).toBe(`${app.origin}/console/actions/7?tab=why`);
    expect((await app.probe(browser)).principal).toMatchObject({
      tenant: 'acme',
      sub: 'sofia',
      human: 'sofia',
      name: 'Sofia Reyes',
      roles: ['supervisor'],
      businessLines: ['retail'],
      scopes: ['openid', 'profile'],
      channel: 'console',
      actors: [],
      client: 'countersign-console',
    });
  });

  it('does not lead to another site', async () => {
    const { url } = await app.login(browser, 'sofia', 'https://evil.example/console/');
    expect(url).toBe(`${app.origin}/console/`);
  });

  it('sets a cookie that scripts cannot read and other sites cannot send with a post', async () => {
    const callback = await app.callback(browser, 'sofia');
    const done = await browser.request(callback);
    const cookie = done.headers.getSetCookie().find((text) => text.startsWith(SESSION_COOKIE)) ?? '';
    expect(cookie).toMatch(/^countersign_session=acme\.[\w-]{43}; /);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
    expect(cookie).toMatch(/Max-Age=28800/);
    expect(done.headers.get('cache-control')).toBe('no-store');
    expect(cookie).not.toMatch(/Domain|Secure/);
  });

  it('is finished only in the browser that began it', async () => {
    const callback = await app.callback(browser, 'sofia');
    const victim = new BrowserSession();
    const answer = await victim.request(callback);
    expect(answer.status).toBe(401);
    expect(victim.has(SESSION_COOKIE)).toBe(false);
    expect(await answer.text()).toContain('Sign-in did not succeed');
  });

  it('is finished once', async () => {
    const callback = await app.callback(browser, 'sofia');
    const cookie = browser.cookieHeader(callback);
    expect((await browser.request(callback)).status).toBe(303);
    expect(browser.cookieHeader(callback)).not.toContain('countersign_login');
    expect((await fetch(callback, { redirect: 'manual', headers: { cookie } })).status).toBe(401);
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')?.slice(0, 12)}x`)],
    ['another code', (url: URL) => url.searchParams.set('code', 'x')],
    ['another provider', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
    ['nothing', (url: URL) => url.searchParams.forEach((_, name) => url.searchParams.delete(name))],
  ])('does not succeed with %s', async (_, change) => {
    const callback = await app.callback(browser, 'sofia');
    const changed = new URL(callback);
    change(changed);
    expect((await browser.request(changed.href)).status).toBe(401);
    expect(browser.has(SESSION_COOKIE)).toBe(false);
  });

  it('works in two tabs at once', async () => {
    const one = await browser.open(`${app.origin}/console/auth/login?return=/console/one`);
    const two = await browser.open(`${app.origin}/console/auth/login?return=/console/two`);
    const fields = { username: 'sofia', password: 'sofia-demo' };
    expect((await browser.submit(one.url, fields)).url).toBe(`${app.origin}/console/one`);
    expect((await browser.submit(two.url, fields)).url).toBe(`${app.origin}/console/two`);
  });

  it('does not succeed for a disabled person', async () => {
    await app.database.query("UPDATE principal SET disabled = true WHERE sub = 'sofia'");
    expect((await app.login(browser, 'sofia')).response.status).toBe(401);
    expect(browser.has(SESSION_COOKIE)).toBe(false);
  });

  it('never takes over a cookie that was there before', async () => {
    const planted = `acme.${'a'.repeat(43)}`;
    const callback = await app.callback(browser, 'sofia');
    await browser.request(callback, {
      headers: { cookie: `${browser.cookieHeader(callback)}; ${SESSION_COOKIE}=${planted}` },
    });
    expect(browser.cookieHeader(app.origin)).not.toContain(planted);
    await app.probe(browser);
  });
});

describe('starting', () => {
  it('fails with the embedded provider where others could reach it', async () => {
    const open = await app.another({ HOST: '0.0.0.0', PORT: '4310', PUBLIC_URL: 'http://127.0.0.1:4310' });
    await expect(open.init()).rejects.toThrow(StartupProblem);
    await open.close();
  });

  it('with a provider of one’s own serves no embedded one and seeds nobody', async () => {
    await app.database.query("UPDATE principal SET name = 'Somebody' WHERE sub = 'gus'");
    const other = await app.another({ HOST: '0.0.0.0', OIDC_ISSUER: 'http://127.0.0.1:1' });
    await other.init();
    const response = await other.inject({ method: 'GET', url: '/oidc/.well-known/openid-configuration' });
    expect(response.statusCode).toBe(404);
    const login = await other.inject({ method: 'GET', url: '/console/auth/login' });
    expect(login.statusCode).toBe(503);
    expect(login.body).toContain('cannot be reached at the moment');
    const [row] = await app.database.query<{ name: string }>("SELECT name FROM principal WHERE sub = 'gus'");
    expect(row?.name).toBe('Somebody');
    await other.close();
  });
});
