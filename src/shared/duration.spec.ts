import { describe, expect, it } from 'vitest';
import { durationMs } from './duration.js';

describe('a duration', () => {
  it.each([
    ['30s', 30_000],
    ['15m', 900_000],
    ['4h', 14_400_000],
    ['7d', 604_800_000],
    ['99999d', 8_639_913_600_000],
  ])('%s is %d ms', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', '0s', '5', 's', '5w', '1.5h', '-1h', '1e3s', '01h', ' 1h', '1h ', '1h30m', '100000s', '１h'])(
    'is not what "%s" says',
    (text) => {
      expect(durationMs(text)).toBeUndefined();
    },
  );
});
