import { describe, expect, it } from 'vitest';
import en from '../i18n/en.json';
import zh from '../i18n/zh.json';
import { STATE_LOOK, shownState } from './state-look';

describe('states', () => {
  const looks = Object.values(STATE_LOOK);

  it('have each a colour and an icon of their own', () => {
    expect(new Set(looks.map(({ tone }) => tone)).size).toBe(looks.length);
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(looks.length);
  });

  it.each([
    ['en', en],
    ['zh', zh],
  ])('have each a word of their own (%s)', (_, catalogue) => {
    const words = Object.keys(STATE_LOOK).map((state) => catalogue.state[state as keyof typeof STATE_LOOK]);
    expect(new Set(words).size).toBe(looks.length);
  });

  it('tell partly approved from pending, and from approved', () => {
    expect(shownState({ state: 'PENDING', approvals: 0 })).toBe('PENDING');
    expect(shownState({ state: 'PENDING', approvals: 1 })).toBe('PARTLY_APPROVED');
    expect(shownState({ state: 'APPROVED', approvals: 1 })).toBe('APPROVED');
  });
});
