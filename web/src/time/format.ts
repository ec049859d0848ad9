import { LOCALE, type Language } from '../i18n/locale';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Intl's formatters are dear to make and free to keep. */
function kept<T>(make: (language: Language, variant: string) => T): (language: Language, variant?: string) => T {
  const made = new Map<string, T>();
  return (language, variant = '') => {
    const key = `${language} ${variant}`;
    const formatter = made.get(key) ?? make(language, variant);
    made.set(key, formatter);
    return formatter;
  };
}

const momentFormat = kept(
  (language, precision) =>
    new Intl.DateTimeFormat(LOCALE[language], {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      ...(precision === 'second' ? { second: '2-digit' } : {}),
      hourCycle: 'h23',
      timeZoneName: 'short',
    }),
);
const agoFormat = kept((language) => new Intl.RelativeTimeFormat(LOCALE[language], { numeric: 'always' }));
const unitFormat = kept(
  (language, unit) => new Intl.NumberFormat(LOCALE[language], { style: 'unit', unit, unitDisplay: 'short' }),
);

/** Date and time with the reader's zone: a time without its zone is no evidence. */
export function momentText(at: string, language: Language, precision: 'minute' | 'second'): string {
  return momentFormat(language, precision).format(new Date(at));
}

/** "12 minutes ago", in whole units of the largest that fits. */
export function agoText(elapsedMs: number, language: Language): string {
  const format = agoFormat(language);
  const elapsed = Math.max(0, elapsedMs);
  if (elapsed >= DAY) return format.format(-Math.floor(elapsed / DAY), 'day');
  if (elapsed >= HOUR) return format.format(-Math.floor(elapsed / HOUR), 'hour');
  if (elapsed >= MINUTE) return format.format(-Math.floor(elapsed / MINUTE), 'minute');
  return format.format(-Math.floor(elapsed / SECOND), 'second');
}

/** What is left, in its two largest units: "3 hrs 12 min"; rounded down, so that it never promises time that is not there. */
export function leftText(leftMs: number, language: Language): string {
  const left = Math.max(0, leftMs);
  if (left >= DAY) return join(language, [Math.floor(left / DAY), 'day'], [Math.floor((left % DAY) / HOUR), 'hour']);
  if (left >= HOUR) {
    return join(language, [Math.floor(left / HOUR), 'hour'], [Math.floor((left % HOUR) / MINUTE), 'minute']);
  }
  if (left >= MINUTE) return join(language, [Math.floor(left / MINUTE), 'minute']);
  return join(language, [Math.floor(left / SECOND), 'second']);
}

type Part = readonly [number, 'day' | 'hour' | 'minute' | 'second'];

function join(language: Language, ...parts: readonly Part[]): string {
  const texts = parts
    .filter(([amount], index) => index === 0 || amount > 0)
    .map(([amount, unit]) => unitFormat(language, unit).format(amount));
  return texts.join(language === 'zh' ? '' : ' ');
}

export type Urgency = 'calm' | 'soon' | 'now' | 'over';

export function urgencyOf(leftMs: number): Urgency {
  if (leftMs <= 0) return 'over';
  if (leftMs <= 10 * MINUTE) return 'now';
  return leftMs <= HOUR ? 'soon' : 'calm';
}

const MARKS = [10, 5, 1] as const;
export type MinuteMark = (typeof MARKS)[number];

/** The mark that was passed between two readings of what is left: 10, 5 or 1 minute. The lowest, when a sleep skipped some. */
export function markPassed(beforeMs: number, afterMs: number): MinuteMark | undefined {
  if (afterMs <= 0) return undefined;
  return MARKS.findLast((mark) => beforeMs > mark * MINUTE && afterMs <= mark * MINUTE);
}
