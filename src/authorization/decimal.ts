/** A decimal number as `digits × 10^-scale`, exactly. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const DECIMAL = /^(-?)(0|[1-9][0-9]{0,29})(?:\.([0-9]{1,18}))?$/;

/** True for a decimal number as policies and resources write it: `0.10`, `-3`, `10000.00`; no exponent, no sign but minus. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * Compares two decimals exactly: negative, zero or positive like `a - b`. As floating-point numbers `0.1 + 0.2` would exceed
 * `0.3`, and amounts beyond 2^53 would be equal to their neighbours. Throws TypeError on text that is no decimal.
 */
export function compareDecimals(a: string, b: string): number {
  const left = read(a);
  const right = read(b);
  const scale = Math.max(left.scale, right.scale);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function read(text: string): Decimal {
  const match = DECIMAL.exec(text);
  if (match === null) throw new TypeError('not a decimal number');
  const [, sign, whole = '', fraction = ''] = match;
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

function scaled({ digits, scale }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale);
}
