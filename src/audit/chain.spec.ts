import { describe, expect, it } from 'vitest';
import { eventHash } from '../canonical/digest.js';
import { jcs } from '../canonical/jcs.js';
import type { JsonObject } from '../canonical/json-value.js';
import { type ChainedEvent, readEvent, verifyChain } from './chain.js';

const PLAN = '0198f000-0000-7000-8000-0000000000bb';

function link(prev: ChainedEvent | undefined, changes: JsonObject = {}): ChainedEvent {
  const seq = (prev?.seq ?? 0) + 1;
  const event = {
    at: 'now',
    body: {},
    id: `e${seq}`,
    plan: PLAN,
    prev: prev?.hash ?? null,
    seq,
    tenant: 'acme',
    type: 't',
  };
  const canonical = jcs({ ...event, ...changes });
  return { seq, canonical, hash: eventHash(canonical) };
}

function chain(length: number): ChainedEvent[] {
  const events: ChainedEvent[] = [];
  for (let i = 0; i < length; i++) events.push(link(events.at(-1)));
  return events;
}

const whole = (events: readonly ChainedEvent[]) => verifyChain('acme', PLAN, events);
const [first, second, third] = chain(3) as [ChainedEvent, ChainedEvent, ChainedEvent];

describe('a chain of events', () => {
  it('is whole as it was written', () => {
    expect(whole([first])).toBe(true);
    expect(whole([first, second, third])).toBe(true);
  });

  it('of nothing is no chain: every plan has its first event', () => {
    expect(whole([])).toBe(false);
  });

  it.each<[string, ChainedEvent[]]>([
    ['an event is missing at the front', [second, third]],
    ['an event is missing in the middle', [first, third]],
    ['two events were exchanged', [first, third, second]],
    ['an event is there twice', [first, first, second]],
    ['an event’s text was changed', [first, { ...second, canonical: second.canonical.replace('"t"', '"u"') }, third]],
    ['an event’s hash was changed', [first, { ...second, hash: third.hash }, third]],
    ['an event was rewritten with a fitting hash', [link(undefined, { type: 'u' }), second, third]],
    ['the row’s number is not the event’s', [first, { ...second, seq: 3 }]],
    ['an event’s number was changed with a fitting hash', [first, { ...link(first, { seq: 3 }), seq: 2 }]],
    ['an event is of another plan', [link(undefined, { plan: PLAN.replace('bb', 'cc') })]],
    ['an event is of another tenant', [link(undefined, { tenant: 'globex' })]],
    ['the first event names one before it', [link(undefined, { prev: 'a'.repeat(64) })]],
    ['an event has its own predecessor left out', [first, link(first, { prev: null })]],
    [
      'an event is no strict JSON',
      [{ ...first, canonical: '{"seq":1,"seq":1}', hash: eventHash('{"seq":1,"seq":1}') }],
    ],
  ])('is broken when %s', (_, events) => {
    expect(whole(events)).toBe(false);
  });
});

describe('an event’s text', () => {
  it.each(['', '[]', 'null', '"text"', '{"a":1', '{"a":1,"a":2}'])('is not read from %s', (text) => {
    expect(readEvent(text)).toBeUndefined();
  });
});
