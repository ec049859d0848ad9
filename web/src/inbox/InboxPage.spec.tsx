// @vitest-environment jsdom
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ActionSummary } from '../api/types';
import { openConsole, type SentRequest } from '../testing/console';
import { useFreshPage } from '../testing/dom';
import { aMe, aProblem, aSummary } from '../testing/samples';

useFreshPage();

const [first, second, third] = ['1', '2', '3'].map((n) =>
  aSummary({ id: `id-${n}`, summary: { en: `Cancel order A-${n}.`, zh: `取消订单 A-${n}。` } }),
) as [ActionSummary, ActionSummary, ActionSummary];

const titles = () => [...document.querySelectorAll('a[data-action]')].map((link) => link.textContent);
const lists = (sent: SentRequest[]) => sent.filter(({ path }) => path.startsWith('/v1/actions?'));

describe('the inbox', () => {
  it('lets new items wait behind a button, so that no row moves under the pointer', async () => {
    let items = [first, second];
    const page = openConsole('/inbox', { 'GET /v1/actions': () => ({ items }) });
    await page.findByText('Cancel order A-1.');
    items = [third, second];
    await act(() => page.tell('action', { id: 'id-3' }));
    const button = await page.findByRole('button', { name: 'Show 1 new request' });
    expect(titles()).toEqual(['Cancel order A-1.', 'Cancel order A-2.']);
    expect(page.getByText('No longer waits for you')).toBeTruthy();
    fireEvent.click(button);
    expect(titles()).toEqual(['Cancel order A-3.', 'Cancel order A-2.']);
  });

  it('reads everything anew when the server may have told something to nobody', async () => {
    const page = openConsole('/inbox', { 'GET /v1/actions': () => ({ items: [first] }) });
    await page.findByText('Cancel order A-1.');
    const before = lists(page.sent).length;
    await act(() => page.tell('resync', {}));
    await waitFor(() => expect(lists(page.sent).length).toBe(before + 1));
  });

  it('takes its filters from the address, and writes them there', async () => {
    const page = openConsole('/inbox?risk=WRITE_HIGH&q=1001', { 'GET /v1/actions': () => ({ items: [first] }) });
    await page.findByText('Cancel order A-1.');
    expect(lists(page.sent)[0]?.path).toBe('/v1/actions?view=inbox&limit=30&q=1001&risk=WRITE_HIGH');
    fireEvent.change(page.getByLabelText('Risk'), { target: { value: 'WRITE_LOW' } });
    await waitFor(() => expect(page.router.state.location.searchStr).toBe('?q=1001&risk=WRITE_LOW'));
    fireEvent.change(page.getByLabelText('Search requests'), { target: { value: 'A-2' } });
    await waitFor(() => expect(page.router.state.location.searchStr).toBe('?q=A-2&risk=WRITE_LOW'));
    fireEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(page.router.state.location.searchStr).toBe(''));
  });

  it('moves by j and k and opens by o', async () => {
    const page = openConsole('/inbox', { 'GET /v1/actions': () => ({ items: [first, second] }) });
    await page.findByText('Cancel order A-1.');
    for (const key of ['j', 'j', 'j', 'k', 'j']) fireEvent.keyDown(document.body, { key });
    expect((document.activeElement as HTMLElement).dataset.action).toBe('id-2');
    fireEvent.keyDown(document.body, { key: 'o' });
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/actions/id-2'));
  });

  it('explains the keys by ?, and gives the focus back', async () => {
    const page = openConsole('/inbox', { 'GET /v1/actions': () => ({ items: [first] }) });
    await page.findByText('Cancel order A-1.');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: '?' });
    const help = await page.findByRole('dialog', { name: 'Keyboard shortcuts' });
    fireEvent.keyDown(document.body, { key: 'k' });
    fireEvent.click(within(help).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect((document.activeElement as HTMLElement).dataset.action).toBe('id-1');
  });

  it('puts the search under the finger by /', async () => {
    const page = openConsole('/inbox');
    const field = await page.findByLabelText('Search requests');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(field);
  });

  it('says that nothing waits, and what was decided last', async () => {
    const page = openConsole('/inbox', {
      'GET /v1/actions': ({ path }) => ({
        items: path.includes('view=decided') ? [{ ...first, state: 'SUCCEEDED' }] : [],
      }),
    });
    await page.findByText('Nothing waits for you');
    const last = (await page.findByText('Your last decision')).parentElement!;
    expect(within(last).getByRole('link', { name: 'Cancel order A-1.' })).toBeTruthy();
  });

  it('shows a failure with its type and trace id', async () => {
    const page = openConsole('/inbox', {
      'GET /v1/actions': () => aProblem(503, 'UNAVAILABLE', { traceId: 'trace-1' }),
    });
    await page.findByText('The service is not available at the moment');
    expect(page.getByText('trace-1')).toBeTruthy();
    expect(page.getByText('https://countersign.dev/problems/unavailable')).toBeTruthy();
  });

  it('keeps what was decided, and what one started, for ever', async () => {
    const page = openConsole('/inbox?view=decided', {
      'GET /v1/actions': () => ({ items: [{ ...first, state: 'EXPIRED' }] }),
    });
    await page.findByText('Cancel order A-1.');
    expect(lists(page.sent)[0]?.path).toContain('view=decided');
    const list = page.getByRole('list', { name: 'Decided by me' });
    expect(within(list).getByText('Expired')).toBeTruthy();
  });

  it('marks one list as the one that is shown', async () => {
    const page = openConsole('/inbox?view=mine');
    await page.findByText('Your agents have not asked for anything yet');
    const tabs = within(page.getByRole('navigation', { name: 'Lists' })).getAllByRole('link');
    expect(tabs.filter((tab) => tab.getAttribute('aria-current') === 'page').map((tab) => tab.textContent)).toEqual([
      'Started by my agents',
    ]);
  });

  it('shows everything to those who may audit, and the operations to those who may administer', async () => {
    const page = openConsole('/inbox', {}, aMe({ audit: true, administer: true }));
    expect(await page.findByRole('link', { name: 'All' })).toBeTruthy();
    expect(page.getAllByRole('link', { name: 'Tools' })).toHaveLength(2);
    page.unmount();
    const other = openConsole('/inbox');
    await other.findByText('Nothing waits for you');
    expect(other.queryByRole('link', { name: 'All' })).toBeNull();
    expect(other.queryByRole('link', { name: 'Tools' })).toBeNull();
  });
});
