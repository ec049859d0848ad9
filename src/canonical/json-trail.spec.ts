import { describe, expect, it } from 'vitest';
import { FAILED, JsonTrail } from './json-trail.js';

describe('JsonTrail', () => {
  it('points to where the reader stands, in the escapes of RFC 6901', () => {
    const trail = new JsonTrail();
    for (const step of ['a/b', 'gone', '~1', 7]) {
      trail.enter(step);
      if (step === 'gone') trail.leave();
    }
    expect(trail.depth).toBe(3);
    expect(trail.refuse('why', 9)).toBe(FAILED);
    expect(trail.fault).toEqual({ ok: false, reason: 'why', pointer: '/a~1b/~01/7', offset: 9 });
  });

  it('has no fault to show while nothing was refused', () => {
    expect(() => new JsonTrail().fault).toThrow('the reader was not stopped');
  });
});
