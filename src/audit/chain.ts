import { eventHash } from '../canonical/digest.js';
import { readStrictJson } from '../canonical/json-reader.js';
import type { JsonObject } from '../canonical/json-value.js';

/** One stored event of a plan, in the order of `seq`. Digests are lower-case hex. */
export interface ChainedEvent {
  readonly seq: number;
  readonly canonical: string;
  readonly hash: string;
}

const EVENT_LIMITS = { maxBytes: 256 * 1024, maxDepth: 40 };

/** The event as its canonical text says, or undefined when the text is not strict JSON. */
export function readEvent(canonical: string): JsonObject | undefined {
  const read = readStrictJson(Buffer.from(canonical, 'utf8'), EVENT_LIMITS);
  return read.ok && read.value !== null && typeof read.value === 'object' && !Array.isArray(read.value)
    ? (read.value as JsonObject)
    : undefined;
}

/** True when a plan's events are whole: seq from 1 without a gap, each naming the hash of the one before, each hash right. */
export function verifyChain(tenant: string, plan: string, events: readonly ChainedEvent[]): boolean {
  let prev: string | null = null;
  for (const [index, stored] of events.entries()) {
    const event = readEvent(stored.canonical);
    if (event === undefined || stored.seq !== index + 1 || event.seq !== stored.seq) return false;
    if (event.tenant !== tenant || event.plan !== plan || event.prev !== prev) return false;
    if (eventHash(stored.canonical) !== stored.hash) return false;
    prev = stored.hash;
  }
  return events.length > 0;
}
