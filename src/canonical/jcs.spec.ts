import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jcs } from './jcs.js';
import { freezeStrict, readStrictJson } from './json-reader.js';
import { keyFault, numberFault, textFault } from './json-rules.js';
import type { JsonValue } from './json-value.js';

const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((candidate) => textFault(candidate) === null);
const key = text.filter((candidate) => keyFault(candidate) === null);
const decimal = fc
  .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: -300, max: 0 }))
  .map(([mantissa, power]) => Number(`${mantissa}e${power}`))
  .filter((value) => numberFault(value) === null);
const strictJson = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger(),
    decimal,
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
})).value;

function readBack(canonical: string): JsonValue {
  const read = readStrictJson(Buffer.from(canonical, 'utf8'));
  if (!read.ok) throw new Error(`refused: ${read.reason} at ${read.pointer}`);
  return read.value;
}

describe('jcs', () => {
  it('writes the example of RFC 8785 §3.2.4', () => {
    const value = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\u0027\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(jcs(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts names by their UTF-16 units (RFC 8785 §3.2.3)', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.keys(JSON.parse(jcs(value)) as object).slice(1)).toEqual([
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '😀',
      '\ufb33',
    ]);
  });

  it('keeps texts apart that only normalisation would make equal', () => {
    expect(jcs('\u00e9')).not.toBe(jcs('e\u0301'));
  });

  it('is undone by the strict reader', () => {
    fc.assert(
      fc.property(strictJson, (value) => {
        expect(readBack(jcs(value))).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it('writes the same text for a document and for what was read from its own text', () => {
    fc.assert(
      fc.property(strictJson, (value) => {
        const pretty = JSON.stringify(value, null, 2);
        const once = jcs(readBack(pretty));
        expect(once).toBe(jcs(value));
        expect(jcs(readBack(once))).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('writes the same text for the frozen copy of a value', () => {
    fc.assert(
      fc.property(strictJson, (value) => {
        const frozen = freezeStrict(value);
        if (!frozen.ok) throw new Error(frozen.reason);
        expect(jcs(frozen.value)).toBe(jcs(value));
      }),
    );
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['an undefined member, which would be dropped', { a: 1, b: undefined }],
    ['an undefined item, which would become null', [undefined]],
    ['a symbol', [Symbol('s')]],
    ['a function', { a: () => 1 }],
    ['a bigint', 1n],
    ['NaN', [Number.NaN]],
    ['infinity', Number.NEGATIVE_INFINITY],
    ['half a surrogate pair', '\ud800'],
    ['a name that is half a surrogate pair', { '\udc00': 1 }],
    ['a sparse array', Object.assign([], { 0: 1, 2: 3 })],
    [
      'an accessor',
      {
        get a() {
          return 1;
        },
      },
    ],
    ['a date, which has a toJSON', { a: new Date(0) }],
    ['a map, which would be empty', new Map([[1, 2]])],
    ['a hidden toJSON', Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 2 })],
    ['a cycle', cycle],
  ])('throws a TypeError on %s', (_what, value) => {
    expect(() => jcs(value as JsonValue)).toThrow(TypeError);
    expect(() => jcs(value as JsonValue)).toThrow(/canonical form|nested deeper/);
  });
});
