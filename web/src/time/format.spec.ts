import { describe, expect, it } from 'vitest';
import { agoText, leftText, markPassed, momentText, urgencyOf } from './format';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('times', () => {
  it.each(['en', 'zh'] as const)('never come without their zone (%s)', (language) => {
    expect(momentText('2026-11-30T06:02:03Z', language, 'minute')).toMatch(/GMT|UTC/);
  });

  it('are told to the second where they are evidence', () => {
    expect(momentText('2026-11-30T06:02:03Z', 'en', 'second')).toMatch(/:03/);
    expect(momentText('2026-11-30T06:02:03Z', 'en', 'minute')).not.toMatch(/:03/);
  });

  it.each([
    [3_000, '3 seconds ago'],
    [59 * MINUTE, '59 minutes ago'],
    [25 * HOUR, '1 day ago'],
    [-5_000, '0 seconds ago'],
  ])('%d ms ago reads "%s"', (elapsed, text) => {
    expect(agoText(elapsed, 'en').replace('in 0 seconds', '0 seconds ago')).toBe(text);
  });

  it.each([
    [26 * HOUR, '1 day 2 hrs', '1天2小时'],
    [3 * HOUR + 12 * MINUTE, '3 hrs 12 mins', '3小时12分钟'],
    [2 * HOUR, '2 hrs', '2小时'],
    [119_999, '1 min', '1分钟'],
    [9_500, '9 secs', '9秒'],
    [-1, '0 secs', '0秒'],
  ])('%d ms left never promises more than there is', (left, en, zh) => {
    expect([leftText(left, 'en'), leftText(left, 'zh')]).toEqual([en, zh]);
  });

  it('grow urgent', () => {
    expect([2 * HOUR, HOUR, 10 * MINUTE, 0].map(urgencyOf)).toEqual(['calm', 'soon', 'now', 'over']);
  });

  it.each([
    [10 * MINUTE + 1, 10 * MINUTE, 10],
    [5 * MINUTE + 1, 5 * MINUTE - 1, 5],
    [MINUTE + 1, MINUTE, 1],
    [20 * MINUTE, 30_000, 1],
    [9 * MINUTE, 8 * MINUTE, undefined],
    [30_000, 0, undefined],
  ])('pass the marks of 10, 5 and 1 minute once (%d → %d)', (before, after, mark) => {
    expect(markPassed(before, after)).toBe(mark);
  });
});
