import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../../test/support/browser-session.js';
import { RunningProvider } from '../../../test/support/local-provider.js';

let provider: RunningProvider;

beforeAll(async () => {
  provider = await RunningProvider.start();
});

afterAll(() => provider.stop());

describe('the login page', () => {
  const verifier = randomBytes(32).toString('base64url');
  const cliUrl = () => provider.authorizationUrl('countersign-cli', 'http://127.0.0.1/countersign-cli', verifier);

  it.each([
    ['en', 'Who would you like to be?'],
    ['zh-CN', '您想以谁的身份登录？'],
  ])('speaks %s and lists the people', async (language, words) => {
    const browser = new BrowserSession();
    const first = await browser.request(cliUrl());
    const page = await browser.request(new URL(first.headers.get('location') ?? '', provider.origin).href, {
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

describe('after a restart', () => {
  it('old tokens still verify and registered hosts are still known', async () => {
    const subject = await provider.tokenOf('erin');
    const { client_id: clientId } = await provider.register({ redirect_uris: ['http://127.0.0.1:1/callback'] });
    await provider.restart();
    expect((await provider.exchange(subject)).status).toBe(200);
    const { response } = await new BrowserSession().open(
      provider.authorizationUrl(clientId as string, 'http://127.0.0.1:1/callback', 'v'.repeat(43)),
    );
    expect(response.status).toBe(200);
  });
});

describe('under another host name', () => {
  function ask(method: string): Promise<{ status: number | undefined; location: string | undefined }> {
    const { port } = new URL(provider.origin);
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
    expect(await ask('GET')).toEqual({ status: 307, location: `${provider.issuer}/reg?x=1` });
    expect(await ask('POST')).toMatchObject({ status: 421 });
  });
});

describe('logging out at the provider', () => {
  it('asks first when nobody proves to be the console', async () => {
    const browser = new BrowserSession();
    const { url } = await browser.open(
      provider.authorizationUrl('countersign-cli', 'http://127.0.0.1/countersign-cli', 'v'.repeat(43)),
    );
    await browser
      .request(url, { method: 'POST', body: new URLSearchParams({ username: 'erin', password: 'erin-demo' }) })
      .then((response) => browser.request(response.headers.get('location') ?? ''));
    const page = await (await browser.request(`${provider.issuer}/session/end`)).text();
    expect(page).toContain('Sign out?');
    expect(page).not.toContain('<script>');
  });
});
