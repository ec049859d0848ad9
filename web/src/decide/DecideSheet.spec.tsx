// @vitest-environment jsdom
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActionView } from '../api/types';
import { openConsole } from '../testing/console';
import { bringIntoView, evidenceParts, useFreshPage } from '../testing/dom';
import { aDecision, aProblem, aView } from '../testing/samples';
import { drafts } from './drafts';

useFreshPage();
const ID = aView().id;
const DECISIONS = `POST /v1/actions/${ID}/decisions`;
beforeEach(() => {
  drafts.forget(ID);
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

const approved = aView({
  canDecide: false,
  cannotDecideReason: 'ALREADY_DECIDED',
  decisions: [aDecision({ mine: true })],
});
const armed = () => act(() => vi.advanceTimersByTimeAsync(750));

/** A request that was read to its end, with the sheet open. */
async function consider(verdict: 'Approve…' | 'Reject…', action: ActionView, answer: () => unknown = () => approved) {
  let current = action;
  const page = openConsole(`/actions/${ID}`, { [`GET /v1/actions/${ID}`]: () => current, [DECISIONS]: answer });
  await page.findByText('Cancel an order', { selector: 'h1' });
  act(() => bringIntoView(evidenceParts()));
  fireEvent.click(page.getByRole('button', { name: verdict }));
  const sheet = within(await page.findByRole('dialog'));
  const posts = () => page.sent.filter(({ method }) => method === 'POST');
  const becomes = async (newer: ActionView) => {
    current = newer;
    await act(() => page.tell('action', { id: ID }));
  };
  return { page, sheet, posts, becomes };
}

const confirmName = (word: string) => ({ name: `${word} C8A5-D637` });

describe('the decide sheet', () => {
  it('says once more what is decided, with its code', async () => {
    const { sheet } = await consider('Approve…', aView());
    expect(sheet.getByText('A-1001')).toBeTruthy();
    expect(sheet.getByText('C8A5-D637')).toBeTruthy();
  });

  it('sends the digests of what was shown, with the CSRF token, once', async () => {
    const { page, sheet, posts } = await consider('Approve…', aView());
    await armed();
    fireEvent.change(sheet.getByRole('textbox'), { target: { value: ' Checked. ' } });
    fireEvent.click(sheet.getByRole('button', confirmName('Approve')));
    await page.findByText('You approved this.');
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.body).toEqual({
      decision: 'APPROVE',
      reason: 'Checked.',
      actionDigest: 'a'.repeat(64),
      displayDigest: 'd'.repeat(64),
    });
    expect(posts()[0]?.headers['X-CSRF-Token']).toBe('csrf-1');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(drafts.read(ID)).toBe('');
    // The button that had the focus is gone; the focus went to the words that took its place.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('You approved this.'));
  });

  it('ignores the second click of a double click', async () => {
    const { sheet, posts } = await consider('Approve…', aView());
    fireEvent.click(sheet.getByRole('button', confirmName('Approve')));
    await armed();
    expect(posts()).toEqual([]);
  });

  it('puts the focus on the reason, never on a button that decides', async () => {
    const { sheet } = await consider('Approve…', aView());
    await waitFor(() => expect(document.activeElement).toBe(sheet.getByRole('textbox')));
  });

  it('rejects only with a reason', async () => {
    const { page, sheet, posts } = await consider('Reject…', aView(), () =>
      aView({ state: 'REJECTED', canDecide: false, decisions: [aDecision({ decision: 'REJECT', mine: true })] }),
    );
    await armed();
    fireEvent.click(sheet.getByRole('button', confirmName('Reject')));
    expect(sheet.getByText('Please say why.')).toBeTruthy();
    fireEvent.change(sheet.getByRole('textbox'), { target: { value: '   ' } });
    fireEvent.click(sheet.getByRole('button', confirmName('Reject')));
    expect(posts()).toEqual([]);
    fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'Still wanted.' } });
    fireEvent.click(sheet.getByRole('button', confirmName('Reject')));
    await page.findByText('You rejected this.');
    expect(posts()[0]?.body).toMatchObject({ decision: 'REJECT', reason: 'Still wanted.' });
  });

  it('approves without a reason unless the contract asks for one', async () => {
    const { sheet, posts } = await consider('Approve…', aView({ reasonRequired: true }));
    await armed();
    fireEvent.click(sheet.getByRole('button', confirmName('Approve')));
    expect(sheet.getByText('Please say why.')).toBeTruthy();
    expect(posts()).toEqual([]);
  });

  it('is not closed, and decides nothing, by a click beside it', async () => {
    const { page, posts } = await consider('Approve…', aView());
    await armed();
    const beside = [...document.querySelectorAll('.mantine-Modal-overlay, .mantine-Modal-inner')];
    expect(beside).toHaveLength(2);
    for (const place of beside) {
      fireEvent.mouseDown(place);
      fireEvent.mouseUp(place);
      fireEvent.click(place);
    }
    await armed();
    expect(page.getByRole('dialog')).toBeTruthy();
    expect(posts()).toEqual([]);
  });

  it('says who came first, keeps the reason, and closes the decision', async () => {
    const { sheet, becomes, posts } = await consider('Approve…', aView());
    fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'Took a while to write.' } });
    await becomes(aView({ state: 'REJECTED', canDecide: false, decisions: [aDecision({ decision: 'REJECT' })] }));
    await sheet.findByText(/Sofia Reyes rejected this \d seconds ago\./);
    expect(sheet.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Took a while to write.');
    expect(sheet.queryByRole('button', { name: /^Approve/ })).toBeNull();
    expect(posts()).toEqual([]);
  });

  it('keeps the reason when the sheet is closed and opened again', async () => {
    const { page, sheet } = await consider('Approve…', aView());
    fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'Half a sent' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Not yet' }));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    fireEvent.click(page.getByRole('button', { name: 'Reject…' }));
    const again = within(await page.findByRole('dialog'));
    expect(again.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Half a sent');
  });

  it('shows what the engine refuses, with the trace id, and never sends by itself again', async () => {
    const { sheet, posts } = await consider('Approve…', aView(), () =>
      aProblem(503, 'UNAVAILABLE', { detail: 'The database is away.', traceId: 'trace-9' }),
    );
    await armed();
    fireEvent.click(sheet.getByRole('button', confirmName('Approve')));
    await sheet.findByText('The service is not available at the moment');
    expect(sheet.getByText(/trace-9/)).toBeTruthy();
    await armed();
    expect(posts()).toHaveLength(1);
  });

  it('offers the sign-in when the session ended, and keeps the reason over it', async () => {
    const { sheet } = await consider('Approve…', aView(), () => aProblem(401, 'UNAUTHENTICATED'));
    await armed();
    fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'Checked.' } });
    fireEvent.click(sheet.getByRole('button', confirmName('Approve')));
    const link = await sheet.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toMatch(/^\/console\/auth\/login\?return=/);
    expect(sessionStorage.getItem(`countersign.draft.${ID}`)).toBe('Checked.');
  });

  it('tells the approver whose answer was lost that the decision is on record', async () => {
    let recorded = false;
    const page = openConsole(`/actions/${ID}`, {
      [`GET /v1/actions/${ID}`]: () => (recorded ? approved : aView()),
      [DECISIONS]: () => {
        recorded = true;
        throw new TypeError('connection reset');
      },
    });
    await page.findByText('Cancel an order', { selector: 'h1' });
    act(() => bringIntoView(evidenceParts()));
    fireEvent.click(page.getByRole('button', { name: 'Approve…' }));
    const sheet = within(await page.findByRole('dialog'));
    await armed();
    fireEvent.click(sheet.getByRole('button', confirmName('Approve')));
    await sheet.findByText(/Your decision is on record/);
    expect(sheet.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });
});

describe('the keys a and r', () => {
  it.each([
    ['a', 'Approve this?'],
    ['r', 'Reject this?'],
  ])('only open the sheet (%s)', async (key, title) => {
    const page = openConsole(`/actions/${ID}`, { [`GET /v1/actions/${ID}`]: () => aView() });
    await page.findByText('Cancel an order', { selector: 'h1' });
    fireEvent.keyDown(document.body, { key });
    expect(page.queryByRole('dialog')).toBeNull();
    act(() => bringIntoView(evidenceParts()));
    fireEvent.keyDown(document.body, { key });
    await page.findByRole('dialog', { name: title });
    await armed();
    fireEvent.keyDown(document.body, { key });
    fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(page.sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
