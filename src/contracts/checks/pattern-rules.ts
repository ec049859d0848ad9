const MAX_REPEAT = 1_000;
const FORBIDDEN_GROUPS = ['(?=', '(?!', '(?<=', '(?<!'];

/**
 * Why a regular expression is no safe bound for a string, or null. A safe one covers the whole text (`^…$`), says how long it
 * may be, and cannot take more than linear time for a given pattern: unbounded repeats, repeated groups, look-around and
 * back-references are refused, since one crafted argument could otherwise occupy the process.
 */
export function patternFault(pattern: string): string | null {
  if (!compiles(pattern)) return 'is not a regular expression';
  if (!pattern.startsWith('^') || !/(?:^|[^\\])(?:\\\\)*\$$/.test(pattern)) return 'must begin with ^ and end with $';
  if (FORBIDDEN_GROUPS.some((group) => pattern.includes(group))) return 'uses look-around';
  return scan(pattern);
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Walks over a valid pattern, one element at a time. */
function scan(pattern: string): string | null {
  let depth = 0;
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const element = /^(?:\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<[^>]*>|\(\?:|[\s\S])/u.exec(rest)?.[0] ?? '';
    at += element.length;
    if (/^\\[1-9k]/.test(element)) return 'uses a back-reference';
    if (element.startsWith('(')) depth += 1;
    if (element === ')') depth -= 1;
    // In `^a|b$` each anchor binds one alternative only: `b` may follow anything.
    if (element === '|' && depth === 0) return 'has alternatives outside of a group, which the anchors do not bind';
    const repeat = /^(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??/.exec(pattern.slice(at))?.[0];
    if (repeat === undefined) continue;
    at += repeat.length;
    const fault = repeatFault(element, repeat);
    if (fault !== null) return fault;
  }
  return null;
}

function repeatFault(element: string, repeat: string): string | null {
  if (repeat.startsWith('?')) return null;
  if (element === ')') return 'repeats a group';
  const most = /^\{[0-9]+,?([0-9]*)\}/.exec(repeat);
  if (most === null || /,\}/.test(repeat)) return 'repeats without an upper bound: write {1,40} instead of +';
  const upper = Number(most[1] || /[0-9]+/.exec(repeat)?.[0]);
  return upper > MAX_REPEAT ? `repeats more than ${MAX_REPEAT} times` : null;
}
