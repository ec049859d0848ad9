import { keyFault, numberFault, textFault } from './json-rules.js';
import { scanJson } from './json-scanner.js';
import { FAILED, JsonTrail, type Parsed } from './json-trail.js';
import type { JsonLimits, JsonRead, JsonValue } from './json-value.js';
import { plainMembers } from './plain-data.js';

/** The most bytes that a document of arguments may have. */
export const MAX_BYTES = 64 * 1024;

/** The most containers that may be open around a value of the arguments. */
export const MAX_DEPTH = 32;

const ARGUMENT_LIMITS: JsonLimits = { maxBytes: MAX_BYTES, maxDepth: MAX_DEPTH };

/**
 * Reads one I-JSON document (RFC 7493) from raw bytes, so that no other parser sees it first. Answers null-prototype,
 * deep-frozen values; never throws and never repairs. Refuses duplicate keys (after unescaping), lone surrogates,
 * noncharacters, invalid UTF-8, a byte order mark, `-0`, numbers that another reader might hold differently, keys that
 * reach into prototypes or spoof authorization, whatever exceeds the limits, and all that RFC 8259 does not allow.
 */
export function readStrictJson(bytes: Uint8Array, limits: JsonLimits = ARGUMENT_LIMITS): JsonRead {
  if (bytes.byteLength > limits.maxBytes) return refuseDocument(tooLarge(limits), limits.maxBytes);
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = given.toString('utf8');
  // The decoder is lenient (it writes U+FFFD), and its output is always valid: only valid input comes back unchanged.
  const again = Buffer.from(text, 'utf8');
  if (!again.equals(given)) return refuseDocument('invalid UTF-8', firstDifference(given, again));
  if (text.startsWith('\u{FEFF}')) return refuseDocument('byte order mark', 0);
  const read = scanJson(text, limits.maxDepth);
  return read.ok ? read : { ...read, offset: Buffer.byteLength(text.slice(0, read.offset), 'utf8') };
}

/**
 * The same refusals for a value that a transport has parsed already, as far as they can still be seen. Takes own
 * enumerable data properties only and refuses everything else that JavaScript can hide in an object, cycles included.
 * Answers a null-prototype, deep-frozen copy whose canonical text is within the limits: use the copy, drop the original.
 */
export function freezeStrict(value: unknown, limits: JsonLimits = ARGUMENT_LIMITS): JsonRead {
  const copier = new Copier(limits);
  const copy = copier.copy(value);
  return copy === FAILED ? copier.trail.fault : { ok: true, value: copy };
}

class Copier {
  readonly trail = new JsonTrail();
  private bytes = 0;

  constructor(private readonly limits: JsonLimits) {}

  copy(value: unknown): Parsed<JsonValue> {
    if (value === null || typeof value === 'boolean') return this.scalar(value, null);
    if (typeof value === 'number') return this.scalar(value, numberFault(value));
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'object') return this.container(value);
    return this.refuse(`${typeof value} is not JSON`);
  }

  private scalar(value: number | boolean | null, fault: string | null): Parsed<JsonValue> {
    if (fault !== null) return this.refuse(fault);
    return this.spend(String(value).length) ?? value;
  }

  private text(value: string): Parsed<JsonValue> {
    const spent = this.spendText(value);
    if (spent !== null) return spent;
    const fault = textFault(value);
    return fault === null ? value : this.refuse(fault);
  }

  private container(value: object): Parsed<JsonValue> {
    // Stops a cycle, too.
    if (this.trail.depth >= this.limits.maxDepth)
      return this.refuse(`nested deeper than ${this.limits.maxDepth} levels`);
    const plain = plainMembers(value);
    if (!plain.ok) return this.refuse(plain.reason);
    const punctuation = 2 + Math.max(0, plain.members.length - 1);
    const spent = this.spend(punctuation);
    if (spent !== null) return spent;
    return Array.isArray(value) ? this.items(plain.members) : this.properties(plain.members);
  }

  private items(members: readonly (readonly [string, unknown])[]): Parsed<JsonValue> {
    const items: JsonValue[] = [];
    for (const [index, item] of members) {
      this.trail.enter(index);
      const copy = this.copy(item);
      if (copy === FAILED) return FAILED;
      this.trail.leave();
      items.push(copy);
    }
    return Object.freeze(items);
  }

  private properties(members: readonly (readonly [string, unknown])[]): Parsed<JsonValue> {
    const properties: Record<string, JsonValue> = Object.create(null);
    for (const [key, member] of members) {
      this.trail.enter(key);
      const spent = this.spendText(key) ?? this.spend(1);
      if (spent !== null) return spent;
      const fault = keyFault(key);
      if (fault !== null) return this.refuse(fault);
      const copy = this.copy(member);
      if (copy === FAILED) return FAILED;
      this.trail.leave();
      properties[key] = copy;
    }
    return Object.freeze(properties);
  }

  private spendText(text: string): typeof FAILED | null {
    // Its length first: escaping a text of many megabytes only to refuse it would be work for an attacker.
    if (text.length > this.limits.maxBytes) return this.refuse(tooLarge(this.limits));
    return this.spend(Buffer.byteLength(JSON.stringify(text), 'utf8'));
  }

  /** Counts the bytes of the canonical text as it grows: one small object referred to many times can be huge as text. */
  private spend(bytes: number): typeof FAILED | null {
    this.bytes += bytes;
    return this.bytes > this.limits.maxBytes ? this.refuse(tooLarge(this.limits)) : null;
  }

  private refuse(reason: string): typeof FAILED {
    return this.trail.refuse(reason, -1);
  }
}

function tooLarge(limits: JsonLimits): string {
  return `larger than ${limits.maxBytes} bytes`;
}

function refuseDocument(reason: string, offset: number): JsonRead {
  return { ok: false, reason, pointer: '', offset };
}

function firstDifference(given: Buffer, again: Buffer): number {
  const index = given.findIndex((byte, at) => byte !== again[at]);
  return index === -1 ? given.length : index;
}
