// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { preferences } from '../preferences/preferences';
import { openConsole } from '../testing/console';
import { useFreshPage } from '../testing/dom';

useFreshPage();

describe('the settings', () => {
  it('change the language of the whole page, and remember it', async () => {
    const page = openConsole('/settings');
    fireEvent.click(await page.findByLabelText('简体中文'));
    await page.findByRole('heading', { level: 1, name: '设置' });
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(localStorage.getItem('countersign.language')).toBe('zh');
  });

  it('switch the shortcuts off', async () => {
    const page = openConsole('/settings');
    fireEvent.click(await page.findByRole('switch', { name: 'Keyboard shortcuts' }));
    await waitFor(() => expect(preferences().shortcuts).toBe('off'));
    fireEvent.keyDown(document.body, { key: '?' });
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('explain every key', async () => {
    const page = openConsole('/settings');
    await page.findByRole('heading', { level: 1, name: 'Settings' });
    expect([...document.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual([
      'j',
      'k',
      'o',
      '/',
      'e',
      'd',
      'y',
      'a',
      'r',
      '?',
    ]);
  });

  it('keep no token where scripts of a page can read it', async () => {
    const page = openConsole('/settings');
    await page.findByRole('heading', { level: 1, name: 'Settings' });
    expect(
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    ).not.toContain('csrf-1');
  });
});
