import { describe, expect, it } from 'vitest';
import { aDecision, aView } from '../testing/samples';
import { conflictOf } from './conflict';

const closed = { canDecide: false } as const;

describe('a conflict', () => {
  it('is none while one may decide, even when somebody else approved meanwhile', () => {
    expect(conflictOf(aView({ decisions: [aDecision()] }))).toBeUndefined();
  });

  it('names who rejected', () => {
    const decision = aDecision({ decision: 'REJECT' });
    expect(conflictOf(aView({ ...closed, state: 'REJECTED', decisions: [decision] }))).toEqual({
      kind: 'rejected',
      name: 'Sofia Reyes',
      at: decision.at,
    });
  });

  it('names who gave the last approval that counts', () => {
    const decisions = [
      aDecision({ approver: { name: 'Ann' } }),
      aDecision(),
      aDecision({ counts: false, state: 'REVOKED' }),
    ];
    expect(conflictOf(aView({ ...closed, state: 'EXECUTING', decisions }))).toMatchObject({
      kind: 'approved',
      name: 'Sofia Reyes',
    });
  });

  it('names who withdrew the request', () => {
    const event = {
      seq: 2,
      at: '2026-12-01T00:00:00Z',
      type: 'plan.cancelled',
      actor: { name: 'Erin' },
      data: {},
      hash: '',
    };
    expect(conflictOf(aView({ ...closed, state: 'CANCELLED', timeline: [event] }))).toMatchObject({
      kind: 'withdrawn',
      name: 'Erin',
    });
  });

  it('is my own decision when its answer was lost on the way', () => {
    const decision = aDecision({ mine: true });
    expect(conflictOf(aView({ ...closed, decisions: [decision] }))).toEqual({ kind: 'mine', at: decision.at });
  });

  it('is the deadline, the state, or a right that was taken away', () => {
    expect(conflictOf(aView({ ...closed, cannotDecideReason: 'DECIDE_BY_PASSED' }))).toEqual({
      kind: 'state',
      state: 'EXPIRED',
    });
    expect(conflictOf(aView({ ...closed, state: 'SUPERSEDED' }))).toEqual({ kind: 'state', state: 'SUPERSEDED' });
    expect(conflictOf(aView({ ...closed, cannotDecideReason: 'NOT_ELIGIBLE' }))).toEqual({ kind: 'rights' });
  });
});
