// @vitest-environment jsdom
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ActionView, TextSegment } from '../api/types';
import { tellConnection } from '../live/connection';
import { openConsole } from '../testing/console';
import { bringIntoView, evidenceParts, useFreshPage } from '../testing/dom';
import { aDecision, aView, DISPLAY } from '../testing/samples';

useFreshPage();

async function openRequest(action: ActionView, answers: Parameters<typeof openConsole>[1] = {}) {
  const page = openConsole(`/actions/${action.id}`, { [`GET /v1/actions/${action.id}`]: () => action, ...answers });
  await page.findByText('Cancel an order', { selector: 'h1' });
  return page;
}

function readAll(): void {
  act(() => bringIntoView(evidenceParts()));
}

const standing = () => document.querySelector('[data-standing]')?.getAttribute('data-standing');

describe('the page of a request', () => {
  it('shows the evidence in its order, and the decision last', async () => {
    await openRequest(aView());
    const sections = [...document.querySelectorAll('article section')].map(
      (section) => (section as HTMLElement).dataset.section ?? (section as HTMLElement).dataset.standing,
    );
    expect(sections).toEqual([
      'risk',
      'who',
      'effect',
      'arguments',
      'changes',
      'lost-answer',
      'claim',
      'similar',
      'quorum',
      'timeline',
      'unread',
    ]);
  });

  it('shortens nothing, however long and however far down', async () => {
    const long: readonly TextSegment[] = [{ kind: 'text', text: `${'x'.repeat(20_000)} rm -rf` }];
    const [order, reason] = DISPLAY.arguments;
    const display = {
      ...DISPLAY,
      arguments: [
        { ...order!, value: long },
        { ...reason!, value: long },
      ],
    };
    await openRequest(aView({ display }));
    for (const shown of [
      document.querySelector('[data-argument=orderId]'),
      document.querySelector('[data-claim=reason]'),
    ]) {
      expect(shown?.textContent).toContain(`${'x'.repeat(20_000)} rm -rf`);
    }
  });

  it("keeps the agent's words, raw value and all, inside of the marked box", async () => {
    const page = await openRequest(aView());
    const box = document.querySelector<HTMLElement>('[data-claim=reason]')!;
    expect(box.textContent).toContain('not verified');
    for (const words of page.getAllByText(/please approve/)) expect(box.contains(words)).toBe(true);
  });

  it('says which rule of which version of the policies asks for the approval', async () => {
    const page = await openRequest(aView());
    expect(page.getByText('Rule any-order of policy orders-cancel, version bbbbbbbbbbbb')).toBeTruthy();
  });

  it('says so when nobody is eligible', async () => {
    const page = await openRequest(aView({ eligible: [] }));
    expect(page.getByText(/Nobody is eligible/)).toBeTruthy();
  });

  it('shows what failed, with its trace id, and reads again on request', async () => {
    let calls = 0;
    const page = openConsole('/actions/gone', {
      'GET /v1/actions/gone': () => {
        calls += 1;
        return Response.json(
          { type: 'about:blank', title: 'x', code: 'NOT_FOUND', traceId: 'trace-7' },
          { status: 404 },
        );
      },
    });
    await page.findByText('There is no such request, or you may not see it');
    expect(page.getByText('trace-7')).toBeTruthy();
    fireEvent.click(page.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(calls).toBe(2));
  });

  it('opens what a notification links to', async () => {
    const action = aView();
    const page = openConsole(`/d/${action.id}`, { [`GET /v1/actions/${action.id}`]: () => action });
    await page.findByText('Cancel an order', { selector: 'h1' });
    expect(page.router.state.location.pathname).toBe(`/actions/${action.id}`);
  });
});

describe('the decision bar', () => {
  it('opens when every part of the evidence was on the screen', async () => {
    await openRequest(aView());
    const parts = evidenceParts();
    act(() => bringIntoView(parts.slice(0, -1)));
    expect(standing()).toBe('unread');
    act(() => bringIntoView(parts.slice(-1)));
    expect(standing()).toBe('open');
  });

  it('stays closed when the reader jumps to the end', async () => {
    const page = await openRequest(aView());
    act(() => bringIntoView(['timeline']));
    expect(standing()).toBe('unread');
    fireEvent.click(page.getByRole('button', { name: 'Approve…' }));
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('asks that other evidence be read anew', async () => {
    let action = aView();
    const page = openConsole(`/actions/${action.id}`, { [`GET /v1/actions/${action.id}`]: () => action });
    await page.findByText('Cancel an order', { selector: 'h1' });
    readAll();
    expect(standing()).toBe('open');
    action = aView({ displayDigest: 'e'.repeat(64) });
    await act(() => page.tell('action', { id: action.id }));
    await waitFor(() => expect(standing()).toBe('unread'));
  });

  it.each([
    ['SELF', /asked for on your behalf/],
    ['NOT_ELIGIBLE', /your role does not allow/],
    ['DECIDE_BY_PASSED', /time to decide is over/],
  ] as const)('has no form for those who may not (%s), but says why', async (cannotDecideReason, sentence) => {
    const page = await openRequest(aView({ canDecide: false, cannotDecideReason }));
    expect(within(page.getByRole('region', { name: 'Decision' })).getByText(sentence)).toBeTruthy();
    expect(page.queryByRole('button', { name: 'Approve…' })).toBeNull();
    expect(page.queryByRole('button', { name: 'Reject…' })).toBeNull();
  });

  it('is closed while nothing reaches the engine', async () => {
    const page = await openRequest(aView());
    readAll();
    act(() => tellConnection({ browserOnline: false }));
    expect(standing()).toBe('offline');
    expect(page.getByText(/nothing can be decided until it is back/)).toBeTruthy();
    fireEvent.click(page.getByRole('button', { name: 'Approve…' }));
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('lets the requester withdraw, when the engine says that they can', async () => {
    const action = aView({ canDecide: false, cannotDecideReason: 'SELF', canCancel: true });
    const page = await openRequest(action, {
      [`POST /v1/actions/${action.id}/cancel`]: () => ({ ...action, state: 'CANCELLED', canCancel: false }),
    });
    fireEvent.click(page.getByRole('button', { name: 'Withdraw request' }));
    expect(await page.findByRole('heading', { name: 'Withdrawn' })).toBeTruthy();
  });

  it('lets an approver withdraw an approval that is not used yet', async () => {
    const decisions = [aDecision({ mine: true })];
    const action = aView({ canDecide: false, cannotDecideReason: 'ALREADY_DECIDED', canRevoke: true, decisions });
    const page = await openRequest(action, { [`POST /v1/actions/${action.id}/revoke`]: () => aView() });
    fireEvent.click(page.getByRole('button', { name: 'Withdraw my approval' }));
    await waitFor(() => expect(standing()).toBe('unread'));
  });

  it('lets the requester ask again for what has expired', async () => {
    const action = aView({
      state: 'EXPIRED',
      canDecide: false,
      cannotDecideReason: 'SELF',
      requester: { name: 'Sam', sub: 'sam' },
    });
    const again = aView({ id: '0193f0a2-7b1c-7001-9a11-000000000002' });
    const page = await openRequest(action, {
      'POST /v1/actions': () => again,
      [`GET /v1/actions/${again.id}`]: () => again,
    });
    fireEvent.click(page.getByRole('button', { name: 'Ask again' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe(`/actions/${again.id}`));
    expect(page.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      tool: action.tool,
      arguments: action.arguments,
    });
  });
});

describe('what became of a request', () => {
  it('never calls a time-out a rejection', async () => {
    await openRequest(aView({ state: 'EXPIRED', canDecide: false, cannotDecideReason: 'NOT_PENDING' }));
    const outcome = document.querySelector('[data-outcome]')?.textContent ?? '';
    expect(outcome).toMatch(/Expired/);
    expect(outcome).toMatch(/nobody's rejection/);
    expect(outcome).not.toMatch(/Rejected/);
  });

  it('names who rejected it, and why', async () => {
    const decisions = [aDecision({ decision: 'REJECT', reason: 'Still wanted.' })];
    await openRequest(aView({ state: 'REJECTED', canDecide: false, cannotDecideReason: 'NOT_PENDING', decisions }));
    const outcome = document.querySelector('[data-outcome]')?.textContent ?? '';
    expect(outcome).toContain('Rejected by Sofia Reyes');
    expect(outcome).toContain('Still wanted.');
  });

  it('does not pretend to know an outcome that nobody knows', async () => {
    await openRequest(aView({ state: 'OUTCOME_UNKNOWN', canDecide: false, cannotDecideReason: 'NOT_PENDING' }));
    expect(document.querySelector('[data-outcome]')?.textContent).toMatch(/Nobody knows yet/);
  });

  it('arrives by itself', async () => {
    let action = aView({ state: 'EXECUTING', canDecide: false, cannotDecideReason: 'NOT_PENDING' });
    const page = openConsole(`/actions/${action.id}`, { [`GET /v1/actions/${action.id}`]: () => action });
    await page.findByRole('heading', { name: 'Running now' });
    action = { ...action, state: 'SUCCEEDED' };
    await act(() => page.tell('action', { id: action.id }));
    expect(await page.findByRole('heading', { name: 'Done, exactly once' })).toBeTruthy();
  });
});
