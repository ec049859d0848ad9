import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, logIn, type Person, readToTheEnd } from '../support/browser.js';
import { type Engine, startEngine } from '../support/engine.js';

let engine: Engine;
let browser: Browser;
let sam: Person;
let sofia: Person;

beforeAll(async () => {
  engine = await startEngine();
  browser = await launchBrowser();
  sam = await logIn(browser, engine.url, 'sam');
  sofia = await logIn(browser, engine.url, 'sofia');
});
afterAll(async () => {
  await browser.close();
  await engine.stop();
});

async function asked(size: 'small' | 'large'): Promise<{ id: string; orderId: string }> {
  const { id: orderId } = await engine.order({ size });
  const { body } = await engine.call('erin', 'orders.cancel.v1', { orderId, reason: 'the customer ordered twice' });
  return { id: String(body['id']), orderId };
}

async function approve({ page }: Person, reason: string): Promise<void> {
  await readToTheEnd(page);
  await page.getByRole('button', { name: 'Approve…' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').fill(reason);
  await sheet.getByRole('button', { name: /^Approve/ }).click();
  await sheet.waitFor({ state: 'hidden' });
}

describe('in the console', { timeout: 60_000 }, () => {
  it('two people approve a large order from their inboxes, and it is cancelled once', async () => {
    const { id, orderId } = await asked('large');
    for (const person of [sam, sofia]) {
      await person.page.goto(`${engine.url}/console/inbox`);
      await person.page.locator(`a[href*="${id}"]`).first().click();
      await person.page.waitForURL(new RegExp(id));
    }
    expect(await sam.page.locator('main').innerText()).toContain(orderId);
    await approve(sam, 'Seen the duplicate.');
    // Sofia sees Sam's signature arrive without touching anything.
    await sofia.page.getByText('Sam Okafor').first().waitFor();
    await approve(sofia, 'Agreed.');
    await engine.settled('erin', id, 'SUCCEEDED');
    for (const { page } of [sam, sofia])
      await page
        .getByText(/succeeded|done/i)
        .first()
        .waitFor();
    expect(await engine.database.query('SELECT FROM order_event WHERE order_id = $1', [orderId])).toHaveLength(1);
    const reasons = await engine.database.query<{ reason: string }>(
      'SELECT reason FROM approval WHERE plan = $1 ORDER BY id',
      [id],
    );
    expect(reasons.map((row) => row.reason)).toEqual(['Seen the duplicate.', 'Agreed.']);
    expect([...sam.complaints, ...sofia.complaints]).toEqual([]);
  });

  it('the decision bar stays closed until the evidence was shown, and no key decides', async () => {
    const { id } = await asked('small');
    await sam.page.goto(`${engine.url}/console/actions/${id}`);
    const bar = sam.page.locator('section[data-standing]');
    await bar.waitFor();
    expect(await bar.getAttribute('data-standing')).toBe('unread');
    await sam.page.keyboard.press('a');
    expect(await sam.page.getByRole('dialog').count()).toBe(0);
    await readToTheEnd(sam.page);
    await sam.page.keyboard.press('a');
    await sam.page.getByRole('dialog').waitFor();
    const before = await engine.rest('erin', 'GET', `/v1/actions/${id}`);
    expect(before.body).toMatchObject({ state: 'PENDING', approvals: 0 });
    await sam.page.keyboard.press('Escape');
  });

  it('somebody who decides first is shown to the other, whose reason is kept', async () => {
    const { id } = await asked('small');
    await sam.page.goto(`${engine.url}/console/actions/${id}`);
    await readToTheEnd(sam.page);
    await sam.page.getByRole('button', { name: 'Approve…' }).click();
    const sheet = sam.page.getByRole('dialog');
    await sheet.getByRole('textbox').fill('A reason that took a while to write.');
    await engine.decide('sofia', id, 'REJECT', 'The customer still wants it.');
    await sheet.getByText('Sofia Reyes').first().waitFor();
    expect(await sheet.getByRole('textbox').inputValue()).toBe('A reason that took a while to write.');
    expect(await sheet.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  });

  it('the requester reads why they cannot decide, and finds no form', async () => {
    const { id } = await asked('small');
    const erin = await logIn(browser, engine.url, 'erin', {}, `/console/d/${id}`);
    await erin.page.waitForURL(new RegExp(`/console/actions/${id}`));
    const bar = erin.page.locator('section[data-standing=may-not]');
    await bar.waitFor();
    expect(await bar.getByRole('button', { name: /Approve/ }).count()).toBe(0);
    await erin.context.close();
  });

  it('speaks Chinese to those who do, on a phone too', async () => {
    const { id } = await asked('small');
    const phone = { locale: 'zh-CN', viewport: { width: 390, height: 844 }, isMobile: true };
    const wei = await logIn(browser, engine.url, 'sofia', phone, `/console/d/${id}`);
    await wei.page.getByRole('button', { name: /批准|同意/ }).waitFor();
    const overflow = await wei.page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    await wei.context.close();
  });

  it('stores no token where scripts can read it', async () => {
    const kept = await sam.page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(kept).not.toMatch(/eyJ|countersign_session/);
  });
});
