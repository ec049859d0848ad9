import { describe, expect, it } from 'vitest';
import { answerFor } from './action-answer.js';
import type { ActionView } from './action-view.js';

const action = (change: Partial<ActionView>) => ({ id: 'p1', ...change }) as ActionView;
const refusalOf = (change: Partial<ActionView>) => {
  const answer = answerFor(action(change));
  if (answer.ok) throw new Error('it was answered');
  return answer.refusal;
};

describe('a call of a risky tool is answered', () => {
  it.each(['PENDING', 'APPROVED', 'EXECUTING'] as const)('with the waiting action while it is %s', (state) => {
    expect(answerFor(action({ state }))).toEqual({ ok: true, value: { kind: 'pending', action: action({ state }) } });
  });

  it('with the first result once it was executed', () => {
    const done = action({ state: 'SUCCEEDED', execution: { result: { state: 'CANCELLED' } } as never });
    expect(answerFor(done)).toEqual({
      ok: true,
      value: { kind: 'result', value: { state: 'CANCELLED' }, action: done },
    });
  });

  it.each([
    ['REJECTED', 'REJECTED'],
    ['EXPIRED', 'EXPIRED'],
    ['CANCELLED', 'CANCELLED'],
    ['SUPERSEDED', 'SUPERSEDED'],
    ['INVALIDATED', 'STALE_RESOURCE'],
    ['FAILED', 'STALE_RESOURCE'],
    ['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'],
  ] as const)('with why there is no result when it is %s, and never with an invitation to retry', (state, code) => {
    const refusal = refusalOf({ state });
    expect(refusal).toMatchObject({ code, retryable: false, details: { planId: 'p1', state } });
    expect(refusal.message).toMatch(/\.$/);
  });

  it('with the reason of the person who rejected, and of nobody else', () => {
    expect(refusalOf({ state: 'REJECTED', stateReason: 'still wanted' }).message).toMatch(
      /Do not retry.*still wanted$/,
    );
    expect(refusalOf({ state: 'SUPERSEDED', stateReason: 'p2' }).message).not.toContain('p2');
  });

  it('with the tool that changed, not the object, when that was it', () => {
    expect(refusalOf({ state: 'INVALIDATED', stateReason: 'TOOL_CHANGED' }).code).toBe('TOOL_CHANGED');
    expect(refusalOf({ state: 'INVALIDATED', stateReason: 'STALE_RESOURCE' }).code).toBe('STALE_RESOURCE');
  });

  it('with the domain’s own words when it refused', () => {
    const error = { code: 'STALE_RESOURCE', message: 'The order can no longer be cancelled.' };
    expect(refusalOf({ state: 'FAILED', execution: { error } as never }).message).toBe(error.message);
  });
});
