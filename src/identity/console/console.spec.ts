import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastifyCookie from '@fastify/cookie';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Logger,
  Module,
  Post,
  Req,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../../test/support/browser-session.js';
import { type TestDatabase, testDatabase } from '../../../test/support/database.js';
import { freePort } from '../../../test/support/free-port.js';
import { ConfigModule } from '../../config/config.module.js';
import { DatabaseModule } from '../../database/database.module.js';
import { RefusalError } from '../../shared/errors.js';
import { StartupProblem } from '../../shared/startup-problem.js';
import { IdentityModule } from '../identity.module.js';
import { issueToken } from '../local-provider/issue-token.js';
import type { Principal } from '../principal.js';
import { CurrentPrincipal, PrincipalGuard } from '../principal.guard.js';

@Controller('probe')
@UseGuards(PrincipalGuard)
class ProbeController {
  @Get()
  who(@CurrentPrincipal() principal: Principal, @Req() request: FastifyRequest) {
    return { principal, csrfToken: request.csrfToken };
  }

  @Post()
  change(@CurrentPrincipal() principal: Principal) {
    return { sub: principal.sub };
  }
}

@Catch(RefusalError)
class AnswerRefusals implements ExceptionFilter<RefusalError> {
  catch({ refusal }: RefusalError, host: ArgumentsHost): void {
    const status = refusal.code === 'UNAUTHENTICATED' ? 401 : 403;
    void host
      .switchToHttp()
      .getResponse<FastifyReply>()
      .status(status)
      .send({ code: refusal.code, message: refusal.message });
  }
}

let database: TestDatabase;
let app: NestFastifyApplication;
let origin: string;
let dataDir: string;
let browser: BrowserSession;

const SESSION = 'countersign_session';

async function boot(env: NodeJS.ProcessEnv): Promise<NestFastifyApplication> {
  const config = database.config({ DATA_DIR: dataDir, ...env });
  class TestModule {}
  Module({ imports: [ConfigModule.with(config), DatabaseModule, IdentityModule], controllers: [ProbeController] })(
    TestModule,
  );
  const started = await NestFactory.create<NestFastifyApplication>(TestModule, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  await started.register(fastifyCookie);
  started.useGlobalFilters(new AnswerRefusals());
  return started;
}

beforeAll(async () => {
  database = await testDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-console-'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  app = await boot({ HOST: '127.0.0.1', PORT: String(port) });
  await app.listen(port, '127.0.0.1');
});

afterAll(async () => {
  await app.close();
  Logger.overrideLogger(['log', 'warn', 'error', 'fatal']);
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  browser = new BrowserSession();
  await database.query('UPDATE principal SET disabled = false');
});

/** Logs in as a person would and answers the page that is shown last. */
async function login(as: string, wish = '/console/inbox', using = browser) {
  const { url } = await using.open(`${origin}/console/auth/login?return=${encodeURIComponent(wish)}`);
  return using.submit(url, { username: as, password: `${as}-demo` });
}

async function probe(using = browser): Promise<{ principal: Principal; csrfToken: string }> {
  const response = await using.request(`${origin}/probe`);
  if (response.status !== 200) throw new Error(`probe answered ${response.status}`);
  return (await response.json()) as { principal: Principal; csrfToken: string };
}

function post(headers: Record<string, string>, where = '/probe'): Promise<Response> {
  return browser.request(`${origin}${where}`, { method: 'POST', headers });
}

async function expectSignedOut(using = browser): Promise<void> {
  expect((await using.request(`${origin}/probe`)).status).toBe(401);
}

describe('logging in to the console', () => {
  it('leads back to the wanted page with a session of the person', async () => {
    const { url } = await login('sofia', '/console/actions/7?tab=why');
    expect(url).toBe(`${origin}/console/actions/7?tab=why`);
    expect((await probe()).principal).toMatchObject({
      tenant: 'acme',
      sub: 'sofia',
      human: 'sofia',
      name: 'Sofia Reyes',
      roles: ['supervisor'],
      businessLines: ['retail'],
      scopes: ['openid', 'profile', 'approvals:decide'],
      actors: [],
      client: 'countersign-console',
    });
  });

  it('does not lead to another site', async () => {
    const { url } = await login('sofia', 'https://evil.example/console/');
    expect(url).toBe(`${origin}/console/`);
  });

  it('sets a cookie that scripts cannot read and other sites cannot send with a post', async () => {
    const { url } = await browser.open(`${origin}/console/auth/login`);
    const body = new URLSearchParams({ username: 'sofia', password: 'sofia-demo' });
    const submitted = await browser.request(url, { method: 'POST', body });
    const resumed = await browser.request(submitted.headers.get('location') ?? '');
    const done = await browser.request(resumed.headers.get('location') ?? '');
    const cookie = done.headers.getSetCookie().find((text) => text.startsWith(SESSION)) ?? '';
    expect(cookie).toMatch(/^countersign_session=acme\.[\w-]{43}; /);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
    expect(cookie).toMatch(/Max-Age=28800/);
    expect(done.headers.get('cache-control')).toBe('no-store');
    expect(cookie).not.toMatch(/Domain|Secure/);
  });

  it('is finished only in the browser that began it', async () => {
    const { url } = await browser.open(`${origin}/console/auth/login`);
    const submitted = await browser.request(url, {
      method: 'POST',
      body: new URLSearchParams({ username: 'sofia', password: 'sofia-demo' }),
    });
    const resumed = await browser.request(submitted.headers.get('location') ?? '');
    const victim = new BrowserSession();
    const answer = await victim.request(resumed.headers.get('location') ?? '');
    expect(answer.status).toBe(401);
    expect(victim.has(SESSION)).toBe(false);
    expect(await answer.text()).toContain('Sign-in did not succeed');
  });

  it('is finished once', async () => {
    const { url } = await browser.open(`${origin}/console/auth/login`);
    const submitted = await browser.request(url, {
      method: 'POST',
      body: new URLSearchParams({ username: 'sofia', password: 'sofia-demo' }),
    });
    const resumed = await browser.request(submitted.headers.get('location') ?? '');
    const callback = resumed.headers.get('location') ?? '';
    const cookie = browser.cookieHeader(callback);
    expect((await browser.request(callback)).status).toBe(303);
    expect((await fetch(callback, { redirect: 'manual', headers: { cookie } })).status).toBe(401);
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')?.slice(0, 12)}x`)],
    ['another code', (url: URL) => url.searchParams.set('code', 'x')],
    ['another provider', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
    ['nothing', (url: URL) => url.searchParams.forEach((_, name) => url.searchParams.delete(name))],
  ])('does not succeed with %s', async (_, change) => {
    const { url } = await browser.open(`${origin}/console/auth/login`);
    const submitted = await browser.request(url, {
      method: 'POST',
      body: new URLSearchParams({ username: 'sofia', password: 'sofia-demo' }),
    });
    const resumed = await browser.request(submitted.headers.get('location') ?? '');
    const callback = new URL(resumed.headers.get('location') ?? '');
    change(callback);
    expect((await browser.request(callback.href)).status).toBe(401);
    expect(browser.has(SESSION)).toBe(false);
  });

  it('works in two tabs at once', async () => {
    const one = await browser.open(`${origin}/console/auth/login?return=/console/one`);
    const two = await browser.open(`${origin}/console/auth/login?return=/console/two`);
    const fields = { username: 'sofia', password: 'sofia-demo' };
    expect((await browser.submit(one.url, fields)).url).toBe(`${origin}/console/one`);
    expect((await browser.submit(two.url, fields)).url).toBe(`${origin}/console/two`);
  });

  it('does not succeed for a disabled person', async () => {
    await database.query("UPDATE principal SET disabled = true WHERE sub = 'sofia'");
    expect((await login('sofia')).response.status).toBe(401);
    expect(browser.has(SESSION)).toBe(false);
  });

  it('never takes over a cookie that was there before', async () => {
    const planted = `acme.${'a'.repeat(43)}`;
    const { url } = await browser.open(`${origin}/console/auth/login`);
    const submitted = await browser.request(url, {
      method: 'POST',
      body: new URLSearchParams({ username: 'sofia', password: 'sofia-demo' }),
    });
    const resumed = await browser.request(submitted.headers.get('location') ?? '');
    const callback = resumed.headers.get('location') ?? '';
    await browser.request(callback, {
      headers: { cookie: `${browser.cookieHeader(callback)}; ${SESSION}=${planted}` },
    });
    expect(browser.cookieHeader(origin)).not.toContain(planted);
    await probe();
  });
});

describe('a console session', () => {
  it('keeps neither its secret nor its CSRF token in the database', async () => {
    await login('sam');
    const { csrfToken } = await probe();
    const secret = browser.cookieHeader(origin).split('.').at(-1) ?? '';
    const rows = await database.query<{ all: string }>('SELECT s::text AS all FROM console_session s');
    for (const hidden of [secret, csrfToken, Buffer.from(secret).toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(hidden);
  });

  it('ends after eight hours', async () => {
    await login('sam');
    const [row] = await database.query<{ hours: string }>(
      'SELECT round(extract(epoch FROM max(expires_at) - clock_timestamp()) / 3600)::text AS hours FROM console_session',
    );
    expect(row?.hours).toBe('8');
    await database.query('UPDATE console_session SET expires_at = clock_timestamp()');
    await expectSignedOut();
  });

  it('ends at once when the person is disabled', async () => {
    await login('sam');
    await probe();
    await database.query("UPDATE principal SET disabled = true WHERE sub = 'sam'");
    await expectSignedOut();
  });

  it('sees a revoked role and the raised epoch at the next request', async () => {
    await login('sam');
    const before = (await probe()).principal;
    await database.query(
      "UPDATE principal SET revoked_roles = '{supervisor}', authz_epoch = authz_epoch + 1 WHERE sub = 'sam'",
    );
    const after = (await probe()).principal;
    expect([before.roles, after.roles]).toEqual([['supervisor'], []]);
    expect(after.epoch).toBe(before.epoch + 1);
    await database.query("UPDATE principal SET revoked_roles = '{}' WHERE sub = 'sam'");
  });

  it('is of one tenant: the same secret under another tenant’s name is no session', async () => {
    await login('sam');
    const cookie = browser.cookieHeader(origin).replace('=acme.', '=globex.');
    expect((await fetch(`${origin}/probe`, { headers: { cookie } })).status).toBe(401);
  });

  it('sweeps expired ones of the tenant when a new one begins', async () => {
    await login('sam');
    await database.query('UPDATE console_session SET expires_at = clock_timestamp()');
    await login('sofia', '/console/', new BrowserSession());
    const [row] = await database.query<{ n: string }>('SELECT count(*)::text AS n FROM console_session');
    expect(row?.n).toBe('1');
  });
});

describe('a request that changes something', () => {
  it('passes with the token and from the console’s own origin', async () => {
    await login('sam');
    const { csrfToken } = await probe();
    const response = await post({ origin, 'x-csrf-token': csrfToken });
    expect([response.status, await response.json()]).toEqual([201, { sub: 'sam' }]);
  });

  it.each([
    ['without a token', () => ({ origin, token: '' })],
    ['with a wrong token', (token: string) => ({ origin, token: token.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')) })],
    ['without an origin', (token: string) => ({ origin: undefined, token })],
    ['from another site', (token: string) => ({ origin: 'https://evil.example', token })],
    ['from another port of this machine', (token: string) => ({ origin: 'http://127.0.0.1:3000', token })],
    ['from a page without an origin', (token: string) => ({ origin: 'null', token })],
  ])('is refused %s', async (_, forge) => {
    await login('sam');
    const forged = forge((await probe()).csrfToken);
    const response = await post({
      ...(forged.origin === undefined ? {} : { origin: forged.origin }),
      ...(forged.token === '' ? {} : { 'x-csrf-token': forged.token }),
    });
    expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ code: 'FORBIDDEN' })]);
  });

  it('is refused with the CSRF token of another session', async () => {
    const other = new BrowserSession();
    await login('erin', '/console/', other);
    await login('sam');
    expect((await post({ origin, 'x-csrf-token': (await probe(other)).csrfToken })).status).toBe(403);
  });
});

describe('an access token of the embedded provider', () => {
  async function bearer(agents: string[] = []): Promise<string> {
    const token = await issueToken({ issuer: `${origin}/oidc`, resource: `${origin}/mcp`, as: 'erin', agents });
    if (!token.ok) throw new Error(token.refusal.message);
    return `Bearer ${token.value.accessToken}`;
  }

  it('stands for the person with the agent, and needs no CSRF token', async () => {
    const authorization = await bearer(['order-assistant']);
    const who = (await (await fetch(`${origin}/probe`, { headers: { authorization } })).json()) as {
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
    expect((await fetch(`${origin}/probe`, { method: 'POST', headers: { authorization } })).status).toBe(201);
  });

  it('finds the very row that was seeded, and raises no epoch', async () => {
    const [seeded] = await database.query<{ id: string; authz_epoch: string }>(
      "SELECT id, authz_epoch FROM principal WHERE sub = 'erin'",
    );
    const authorization = await bearer();
    const { principal } = (await (await fetch(`${origin}/probe`, { headers: { authorization } })).json()) as {
      principal: Principal;
    };
    expect(principal.id).toBe(seeded?.id);
    expect(principal.epoch).toBe(Number(seeded?.authz_epoch));
  });

  it('that is bad is not made good by a session cookie', async () => {
    await login('sam');
    const response = await browser.request(`${origin}/probe`, { headers: { authorization: 'Bearer x' } });
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    ]);
  });

  it('is not the ID token of a console login', async () => {
    await login('sam');
    const [row] = await database.query<{ id_token: string }>(
      'SELECT id_token FROM console_session ORDER BY created_at DESC LIMIT 1',
    );
    const response = await fetch(`${origin}/probe`, { headers: { authorization: `Bearer ${row?.id_token}` } });
    expect(response.status).toBe(401);
  });
});

describe('logging out', () => {
  async function logout(): Promise<string> {
    const { csrfToken } = await probe();
    const response = await post({ origin, 'x-csrf-token': csrfToken }, '/console/auth/logout');
    expect(response.status).toBe(200);
    return ((await response.json()) as { redirectTo: string }).redirectTo;
  }

  it('ends the session here, whoever kept the cookie', async () => {
    await login('sam');
    const cookie = browser.cookieHeader(origin);
    await logout();
    expect(browser.has(SESSION)).toBe(false);
    expect((await fetch(`${origin}/probe`, { headers: { cookie } })).status).toBe(401);
  });

  it('ends the login at the provider too, and comes back to the console', async () => {
    await login('sam');
    const { response } = await browser.open(await logout());
    const page = await response.text();
    expect(page).toContain('Signing out…');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const left = await browser.submit(`${origin}/oidc/session/end/confirm`, { xsrf, logout: 'yes' });
    expect(left.url).toBe(`${origin}/console/`);
    const again = await browser.open(`${origin}/console/auth/login`);
    expect(again.url).toContain('/oidc/interaction/');
  });

  it('needs the CSRF token, so that no other page does it', async () => {
    await login('sam');
    expect((await post({ origin }, '/console/auth/logout')).status).toBe(403);
    await probe();
  });
});

describe('starting', () => {
  it('fails with the embedded provider where others could reach it', async () => {
    const open = await boot({ HOST: '0.0.0.0', PORT: '4310', PUBLIC_URL: 'http://127.0.0.1:4310' });
    await expect(open.init()).rejects.toThrow(StartupProblem);
    await open.close();
  });

  it('with a provider of one’s own serves no embedded one and seeds nobody', async () => {
    await database.query("UPDATE principal SET name = 'Somebody' WHERE sub = 'gus'");
    const other = await boot({ HOST: '0.0.0.0', OIDC_ISSUER: 'http://127.0.0.1:1' });
    await other.init();
    const response = await other.inject({ method: 'GET', url: '/oidc/.well-known/openid-configuration' });
    expect(response.statusCode).toBe(404);
    const login = await other.inject({ method: 'GET', url: '/console/auth/login' });
    expect(login.statusCode).toBe(503);
    expect(login.body).toContain('cannot be reached at the moment');
    const [row] = await database.query<{ name: string }>("SELECT name FROM principal WHERE sub = 'gus'");
    expect(row?.name).toBe('Somebody');
    await other.close();
  });
});
