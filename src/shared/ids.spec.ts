import { describe, expect, it } from 'vitest';
import { isUuid, newId } from './ids.js';

describe('an id', () => {
  it('is a UUID of version 7, never the same, and later ones sort later', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(ids.every((id) => isUuid(id) && id[14] === '7')).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
    expect([...ids].sort()).toEqual(ids);
  });

  it.each([
    '',
    'nonsense',
    '0198F000-0000-7000-8000-0000000000AA',
    '0198f000-0000-7000-8000-0000000000a',
    '0198f000-0000-7000-8000-0000000000aa\n',
    '0198f000-0000-9000-8000-0000000000aa',
    '0198f000-0000-7000-c000-0000000000aa',
    "0198f000-0000-7000-8000-0000000000aa' OR true",
    '{0198f000-0000-7000-8000-0000000000aa}',
  ])('is not "%s"', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
