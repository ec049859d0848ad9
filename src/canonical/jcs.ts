import canonicalize from 'canonicalize';
import { hasLoneSurrogate } from './json-rules.js';
import type { JsonValue } from './json-value.js';
import { plainMembers } from './plain-data.js';

/** Deeper than any document of ours; a cycle is deeper still. */
const MAX_LEVELS = 128;

/**
 * The canonical text of a JSON value (RFC 8785). Nothing is Unicode-normalised. Throws TypeError on what is not JSON:
 * the serialiser would drop an undefined member and call a `toJSON`, and then two different values share one digest.
 */
export function jcs(value: JsonValue): string {
  assertJson(value, 0);
  return canonicalize(value) as string;
}

function assertJson(value: unknown, level: number): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') return assertWellFormed(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a number that is not finite has no canonical form');
    return;
  }
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no canonical form`);
  if (level === MAX_LEVELS) throw new TypeError(`nested deeper than ${MAX_LEVELS} levels, or a cycle`);
  const plain = plainMembers(value);
  if (!plain.ok) throw new TypeError(`no canonical form: ${plain.reason}`);
  for (const [name, member] of plain.members) {
    assertWellFormed(name);
    assertJson(member, level + 1);
  }
}

function assertWellFormed(text: string): void {
  if (hasLoneSurrogate(text)) throw new TypeError('a lone surrogate has no canonical form');
}
