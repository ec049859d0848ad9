import { describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock';

const NOON = Date.parse('2026-12-01T12:00:00Z');
const DATE = 'Tue, 01 Dec 2026 12:00:00 GMT';

describe('the server clock', () => {
  it('is the local clock until the server has answered', () => {
    expect(createServerClock(() => 42).now()).toBe(42);
  });

  it('corrects a local clock that is three minutes slow', () => {
    const local = NOON - 180_000;
    const clock = createServerClock(() => local);
    clock.observe(DATE, local - 50, local + 50);
    expect(Math.abs(clock.now() - NOON)).toBeLessThan(600);
  });

  it('narrows the difference with every answer', () => {
    const clock = createServerClock(() => 0);
    clock.observe(DATE, -100, 0);
    clock.observe('Tue, 01 Dec 2026 12:00:01 GMT', 100, 150);
    expect(Math.abs(clock.now() - (NOON + 900))).toBeLessThan(100);
  });

  it('begins anew when the local clock was set meanwhile', () => {
    const clock = createServerClock(() => NOON);
    clock.observe(DATE, NOON - 3_600_000, NOON - 3_600_000);
    clock.observe(DATE, NOON, NOON);
    expect(Math.abs(clock.now() - NOON)).toBeLessThan(600);
  });

  it.each([null, 'yesterday'])('learns nothing from the date %s', (date) => {
    const clock = createServerClock(() => 7);
    clock.observe(date, 0, 0);
    expect(clock.now()).toBe(7);
  });
});
