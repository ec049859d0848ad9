import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** `npm test` installs Debian's Chromium; elsewhere CHROMIUM names one. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Without these a browser asks the world outside for updates and safe-browsing lists. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: QUIET });
}

/** A person with a browser of their own, logged in to the console by the real login. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained about: errors of scripts, and console errors other than refused requests. */
  readonly complaints: string[];
}

export async function logIn(
  browser: Browser,
  url: string,
  name: string,
  options: BrowserContextOptions = {},
  path = '/console/inbox',
): Promise<Person> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  await page.goto(`${url}${path}`);
  await page.waitForURL(/\/oidc\//);
  await page.fill('input[name=username]', name);
  await page.fill('input[name=password]', `${name}-demo`);
  await page.click('button[type=submit]');
  await page.waitForURL((address) => address.pathname.startsWith('/console/') && !address.pathname.includes('/auth/'));
  return { context, page, complaints };
}

/** Reads a request to its end, so that the decision bar opens. */
export async function readToTheEnd(page: Page): Promise<void> {
  const bar = page.locator('section[data-standing]');
  await bar.waitFor();
  for (let step = 0; step < 60; step++) {
    if ((await bar.getAttribute('data-standing')) !== 'unread') return;
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(80);
  }
  throw new Error('the decision bar did not open at the end of the page');
}
