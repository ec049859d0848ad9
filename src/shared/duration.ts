const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^([1-9][0-9]{0,4})([smhd])$/;

/** Reads `30s`, `15m`, `4h` or `7d` as milliseconds; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const match = DURATION.exec(text);
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]];
  return match?.[1] === undefined || unit === undefined ? undefined : Number(match[1]) * unit;
}
