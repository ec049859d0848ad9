import { describe, expect, it } from 'vitest';
import { anyObject, integer, list, nullable, oneOf, record, text, textThat } from './shape.js';

describe('shapes', () => {
  it('count their limits as permitted', () => {
    expect(text(1, 3)('a')).toBeNull();
    expect(text(1, 3)('abc')).toBeNull();
    expect(text(1, 3)('')).toBe(' is not of 1 to 3 characters');
    expect(text(1, 3)('abcd')).toBe(' is not of 1 to 3 characters');
    expect(list(anyObject, 2)([{}, {}])).toBeNull();
    expect(list(anyObject, 2)([{}, {}, {}])).toBe(' has more than 2 items');
    expect([-1, 0, 5, 6, 0.5].map((value) => integer(0, 5)(value) === null)).toEqual([false, true, true, false, false]);
  });

  it('refuse values of another type', () => {
    expect(text(0, 9)(5)).toBe(' is not a string');
    expect(integer(0, 9)('5')).toBe(' is not an integer from 0 to 9');
    expect(list(anyObject, 9)({})).toBe(' is not a list');
    expect(oneOf('a', 'b')('c')).toBe(' is not a or b');
    expect(textThat(() => true, 'a text')(5)).toBe(' is not a text');
    for (const value of [null, [], 'a', 5, true]) expect(anyObject(value)).toBe(' is not an object');
  });

  it('of records name the place of the fault and refuse what they do not know', () => {
    const shape = record({ a: nullable(record({ b: list(text(1, 9), 9) })), c: text(0, 9) }, ['c']);
    expect(shape({ a: null })).toBeNull();
    expect(shape({ a: { b: ['x'] }, c: '' })).toBeNull();
    expect(shape({ a: { b: ['x', ''] } })).toBe('.a.b[1] is not of 1 to 9 characters');
    expect(shape({ c: '' })).toBe('.a is missing');
    expect(shape({ a: null, c: 5 })).toBe('.c is not a string');
    expect(shape({ a: null, toString: 1 })).toBe('.toString is unknown');
  });
});
