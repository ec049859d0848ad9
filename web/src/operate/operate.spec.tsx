// @vitest-environment jsdom
import { fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DirectoryEntry, ToolSwitch } from '../api/types';
import { openConsole } from '../testing/console';
import { useFreshPage } from '../testing/dom';
import { aMe } from '../testing/samples';

useFreshPage();

const PLATFORM = aMe({ administer: true });
const TOOL: ToolSwitch = {
  tool: 'orders.cancel.v1',
  title: { en: 'Cancel an order', zh: '取消订单' },
  disabled: false,
};

function aPerson(facts: Partial<DirectoryEntry>): DirectoryEntry {
  return {
    id: 'p-ann',
    name: 'Ann',
    sub: 'ann',
    roles: ['supervisor'],
    revokedRoles: [],
    businessLines: [],
    disabled: false,
    ...facts,
  };
}

describe('the switches', () => {
  it('turn after a reason was given, and not before', async () => {
    let everything: ToolSwitch = { tool: '*', disabled: false };
    const page = openConsole(
      '/tools',
      {
        'GET /v1/switches': () => ({ items: [everything, TOOL] }),
        'PUT /v1/switches/*': ({ body }) => {
          everything = { ...everything, ...(body as object) };
          return new Response(null, { status: 204 });
        },
      },
      PLATFORM,
    );
    fireEvent.click(await page.findByRole('button', { name: 'Stop everything' }));
    const sheet = within(await page.findByRole('dialog', { name: 'Stop everything?' }));
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Turn off' }).disabled).toBe(true);
    fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'Something is wrong.' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Turn off' }));
    await page.findByText('Everything is stopped');
    expect(page.sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      disabled: true,
      reason: 'Something is wrong.',
    });
    expect(page.getByText('Stopped with everything')).toBeTruthy();
  });

  it('show one tool off while the others go on', async () => {
    const off: ToolSwitch = {
      ...TOOL,
      disabled: true,
      reason: 'Broken.',
      changedBy: { name: 'Ann' },
      changedAt: '2026-12-01T00:00:00Z',
    };
    const page = openConsole('/tools', { 'GET /v1/switches': () => ({ items: [off] }) }, PLATFORM);
    const control = await page.findByRole('switch', { name: 'Cancel an order: may run' });
    expect((control as HTMLInputElement).checked).toBe(false);
    expect(page.getByText('Broken.')).toBeTruthy();
  });
});

describe('the directory', () => {
  it('takes a role away after saying what that undoes', async () => {
    let person = aPerson({});
    const page = openConsole(
      '/people',
      {
        'GET /v1/principals': () => ({ items: [person] }),
        'POST /v1/principals/p-ann/revoke-role': () => {
          person = aPerson({ roles: [], revokedRoles: ['supervisor'] });
          return person;
        },
      },
      PLATFORM,
    );
    fireEvent.click(await page.findByRole('button', { name: 'Take supervisor away from Ann' }));
    const sheet = within(await page.findByRole('dialog'));
    expect(sheet.getByText(/Approvals by this person that are not used yet stop counting/)).toBeTruthy();
    fireEvent.click(sheet.getByRole('button', { name: 'Take away' }));
    await page.findByRole('button', { name: 'Give back supervisor to Ann' });
    expect(page.sent.find(({ method }) => method === 'POST')?.body).toEqual({ role: 'supervisor' });
  });

  it('disables and enables', async () => {
    const sent: string[] = [];
    const page = openConsole(
      '/people',
      {
        'GET /v1/principals': () => ({ items: [aPerson({})] }),
        'POST /v1/principals/p-ann/disable': ({ path }) => sent.push(path),
      },
      PLATFORM,
    );
    fireEvent.click(await page.findByRole('button', { name: 'Disable' }));
    fireEvent.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('offers nobody a change of their own rights', async () => {
    const own = aPerson({ id: PLATFORM.principal.id, name: 'Sam' });
    const page = openConsole('/people', { 'GET /v1/principals': () => ({ items: [own] }) }, PLATFORM);
    await page.findByText('You cannot change your own rights');
    expect(page.queryByRole('button', { name: /Take supervisor away/ })).toBeNull();
    expect(page.queryByRole('button', { name: 'Disable' })).toBeNull();
  });

  it('finds people by name and role', async () => {
    const page = openConsole(
      '/people',
      {
        'GET /v1/principals': () => ({
          items: [aPerson({}), aPerson({ id: 'p-bo', name: 'Bo', sub: 'bo', roles: ['auditor'] })],
        }),
      },
      PLATFORM,
    );
    fireEvent.change(await page.findByLabelText('Search people'), { target: { value: 'audit' } });
    expect(page.queryByText('Ann')).toBeNull();
    expect(page.getByText('Bo')).toBeTruthy();
  });
});
