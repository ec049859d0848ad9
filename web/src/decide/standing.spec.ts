import { describe, expect, it } from 'vitest';
import { aView } from '../testing/samples';
import { type StandingFacts, standingOf } from './standing';

const OPEN: StandingFacts = {
  action: aView(),
  connection: 'live',
  progress: { open: true, shown: 3, total: 3 },
  now: Date.now(),
};

describe('whether a decision is open', () => {
  it('opens when the engine allows it and everything was shown', () => {
    expect(standingOf(OPEN)).toEqual({ kind: 'open' });
  });

  it("gives the engine's reason", () => {
    const action = aView({ canDecide: false, cannotDecideReason: 'SELF' });
    expect(standingOf({ ...OPEN, action })).toEqual({ kind: 'may-not', why: 'SELF' });
  });

  it('closes at the deadline without waiting for the engine to say so', () => {
    expect(standingOf({ ...OPEN, now: Date.parse(OPEN.action.decideBy) + 1 })).toEqual({
      kind: 'may-not',
      why: 'DECIDE_BY_PASSED',
    });
  });

  it('is closed while nothing reaches the engine, and open while only live updates are late', () => {
    expect(standingOf({ ...OPEN, connection: 'offline' })).toEqual({ kind: 'offline' });
    expect(standingOf({ ...OPEN, connection: 'interrupted' })).toEqual({ kind: 'open' });
  });

  it('is closed until everything was shown', () => {
    const progress = { open: false, shown: 1, total: 3 };
    expect(standingOf({ ...OPEN, progress })).toEqual({ kind: 'unread', shown: 1, total: 3 });
  });
});
