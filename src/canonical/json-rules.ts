const LONE_SURROGATE = /\p{Surrogate}/u;
const NONCHARACTER = /\p{Noncharacter_Code_Point}/u;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', 'toJSON']);
const MAX_DIGITS = 15;

/** True when a UTF-16 string holds half of a surrogate pair: hashing would turn it into U+FFFD, and texts would collide. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

/**
 * Why a string is not I-JSON text (RFC 7493 §2.1), or null. U+0000 is refused on top of it: PostgreSQL cannot hold it, and what
 * cannot be stored exactly must not be signed.
 */
export function textFault(text: string): string | null {
  if (hasLoneSurrogate(text)) return 'lone surrogate';
  if (NONCHARACTER.test(text)) return 'noncharacter';
  if (text.includes('\0')) return 'null character';
  return null;
}

/**
 * Why a member name is refused, or null. `__proto__`, `constructor`, `prototype` reach into prototypes, `toJSON` changes
 * what a serialiser writes, and `__casl…` spoofs the subject type that authorization sees.
 */
export function keyFault(key: string): string | null {
  if (FORBIDDEN_KEYS.has(key) || key.startsWith('__casl')) return 'forbidden key';
  return textFault(key);
}

/** Why a number is not held exactly by every JSON implementation (RFC 7493 §2.2), or null. */
export function numberFault(value: number): string | null {
  if (!Number.isFinite(value)) return 'number overflows';
  if (Object.is(value, -0)) return 'negative zero';
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return 'integer beyond 2^53-1';
  if (!Number.isInteger(value) && decimalOf(String(value)).digits.length > MAX_DIGITS) return 'more than 15 digits';
  return null;
}

/**
 * Why a number as it is written is refused, or null. On top of `numberFault` it refuses what the value no longer shows:
 * digits beyond the 15th, a small number that became zero, and one that became its neighbour (`4e-324`).
 */
export function literalFault(literal: string, value: number): string | null {
  const written = decimalOf(literal);
  if (value === 0 && written.digits !== '') return 'number underflows';
  const fault = numberFault(value);
  if (fault !== null) return fault;
  if (/[.eE]/.test(literal) && mantissaDigits(literal) > MAX_DIGITS) return 'more than 15 digits';
  const held = decimalOf(String(value));
  return held.digits === written.digits && held.exponent === written.exponent ? null : 'number is not held exactly';
}

function mantissaDigits(literal: string): number {
  const mantissa = literal.split(/[eE]/, 1)[0] ?? '';
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '').length;
}

/** The decimal number `0.DIGITS × 10^exponent` without zeros at either end; zero has no digits. */
function decimalOf(literal: string): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = literal.replace(/^-/, '').split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const padded = whole + fraction;
  const significant = padded.replace(/^0+/, '');
  // A loop, because /0+$/ takes quadratic time on a long run of zeros with another digit behind it.
  let end = significant.length;
  while (significant[end - 1] === '0') end -= 1;
  if (end === 0) return { digits: '', exponent: 0 };
  return {
    digits: significant.slice(0, end),
    exponent: Number(power) + whole.length - (padded.length - significant.length),
  };
}
