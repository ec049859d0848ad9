import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFault, literalFault, numberFault, textFault } from './json-rules.js';

describe('numbers', () => {
  it.each([
    [Number.NaN, 'number overflows'],
    [Number.POSITIVE_INFINITY, 'number overflows'],
    [-0, 'negative zero'],
    [2 ** 53, 'integer beyond 2^53-1'],
    [-(2 ** 53), 'integer beyond 2^53-1'],
    [1e300, 'integer beyond 2^53-1'],
    [0.1 + 0.2, 'more than 15 digits'],
    [2 ** 53 - 1, null],
    [-(2 ** 53 - 1), null],
    [0, null],
    [0.3, null],
    [5e-324, null],
  ])('%d is judged: %s', (value, fault) => {
    expect(numberFault(value)).toBe(fault);
  });

  it.each([
    ['1e400', 'number overflows'],
    ['-1e400', 'number overflows'],
    ['1e-400', 'number underflows'],
    ['-1e-400', 'number underflows'],
    ['0.000', null],
    ['0e400', null],
    ['-0.0', 'negative zero'],
    ['1e16', 'integer beyond 2^53-1'],
    ['9007199254740991', null],
    ['9007199254740992', 'integer beyond 2^53-1'],
    ['9007199254740991.0', 'more than 15 digits'],
    ['1234567890123456e0', 'more than 15 digits'],
    ['0.1000000000000000', 'more than 15 digits'],
    ['0.000000123456789012345', null],
    ['123456789.012345', null],
    ['123456789.0123456', 'more than 15 digits'],
    ['4e-324', 'number is not held exactly'],
    ['1.50E+2', null],
  ])('the literal %s is judged: %s', (literal, fault) => {
    expect(literalFault(literal, Number(literal))).toBe(fault);
  });

  it('judges a literal of 60,000 digits in linear time', () => {
    const started = performance.now();
    literalFault(`1${'0'.repeat(60_000)}1`, Number.POSITIVE_INFINITY);
    literalFault(`0.1${'0'.repeat(60_000)}1`, 0.1);
    literalFault(`0.${'0'.repeat(60_000)}1`, 0);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('accepts every decimal of up to 15 digits that is held exactly, however it is spelled', () => {
    const digits = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).filter((value) => value !== 0);
    fc.assert(
      fc.property(digits, fc.integer({ min: -290, max: 0 }), (mantissa, power) => {
        const literal = `${mantissa}e${power}`;
        expect(literalFault(literal, Number(literal))).toBeNull();
        expect(literalFault(String(Number(literal)), Number(literal))).toBeNull();
      }),
    );
  });
});

describe('texts', () => {
  it.each([
    ['\ud800', 'lone surrogate'],
    ['a\udc00b', 'lone surrogate'],
    ['\udc00\ud800', 'lone surrogate'],
    ['\ufdd0', 'noncharacter'],
    ['\ufdef', 'noncharacter'],
    ['\ufffe', 'noncharacter'],
    ['\uffff', 'noncharacter'],
    ['\u{1fffe}', 'noncharacter'],
    ['\u{10ffff}', 'noncharacter'],
    ['\ufffd', null],
    ['😀', null],
    ['\u0000', 'null character'],
  ])('%j is judged: %s', (text, fault) => {
    expect(textFault(text)).toBe(fault);
  });
});

describe('keys', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toJSON', '__casl', '__caslSubjectType__'])('refuses %s', (key) => {
    expect(keyFault(key)).toBe('forbidden key');
  });

  it.each(['', 'proto', 'Constructor', 'tojson', '_casl', 'a__casl', 'valueOf'])('accepts %j', (key) => {
    expect(keyFault(key)).toBeNull();
  });

  it('refuses ill-formed keys', () => {
    expect(keyFault('\ud800')).toBe('lone surrogate');
    expect(keyFault('\uffff')).toBe('noncharacter');
  });
});
