import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, isDecimal } from './decimal.js';

/** A decimal as its unscaled integer and its scale, with the text that writes it. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 29n), max: 10n ** 29n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, scale]) => ({ digits, scale, text: written(digits, scale) }));

function written(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const padded = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = padded.slice(0, padded.length - scale);
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${padded.slice(padded.length - scale)}`;
}

const sign = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0);

describe('decimals', () => {
  it('compare like the rational numbers that they write', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const left = a.digits * 10n ** BigInt(18 - a.scale);
        const right = b.digits * 10n ** BigInt(18 - b.scale);
        expect(compareDecimals(a.text, b.text)).toBe(sign(left - right));
      }),
    );
  });

  it('are ordered: antisymmetric, and equal to themselves with more zeros', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.integer({ min: 1, max: 18 }), (a, b, zeros) => {
        expect(compareDecimals(a.text, b.text) + compareDecimals(b.text, a.text)).toBe(0);
        const longer = written(a.digits * 10n ** BigInt(Math.min(zeros, 18 - a.scale)), Math.min(a.scale + zeros, 18));
        expect(isDecimal(longer) ? compareDecimals(a.text, longer) : 0).toBe(0);
      }),
    );
  });

  it.each([
    ['0.30', '0.3', 0],
    ['0.3', '0.30000000000000004', -1],
    ['9007199254740993', '9007199254740992', 1],
    ['10000.00', '9999.99', 1],
    ['10000.00', '10000', 0],
    ['9', '10', -1],
    ['-1', '-2', 1],
    ['-0', '0', 0],
    ['-0.5', '0', -1],
  ])('%s against %s is %d', (a, b, order) => {
    expect(compareDecimals(a, b)).toBe(order);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '1.',
    '.5',
    '1e3',
    '1,000',
    '0x10',
    'Infinity',
    'NaN',
    '١',
    '1\n',
    `1${'0'.repeat(30)}`,
    `0.${'1'.repeat(19)}`,
  ])('refuse %j', (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(() => compareDecimals(text, '1')).toThrow(TypeError);
  });
});
