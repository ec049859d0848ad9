import { describe, expect, it } from 'vitest';
import { actionState, isOpen, shortCode, storedStates } from './action-state.js';
import { ACTION_STATES } from './action-view.js';

const pending = { state: 'PENDING', execution: null, overdue: false, quorumAt: null } as const;
const quorumAt = new Date();

describe('where an action stands', () => {
  it.each([
    ['PENDING', pending],
    ['APPROVED', { ...pending, quorumAt }],
    ['EXPIRED', { ...pending, overdue: true }],
    ['EXPIRED', { ...pending, overdue: true, quorumAt }],
    ['REJECTED', { ...pending, state: 'REJECTED' }],
    ['CANCELLED', { ...pending, state: 'CANCELLED', quorumAt }],
    ['SUPERSEDED', { ...pending, state: 'SUPERSEDED' }],
    ['INVALIDATED', { ...pending, state: 'INVALIDATED' }],
    ['EXPIRED', { ...pending, state: 'EXPIRED' }],
    ['EXECUTING', { ...pending, state: 'CONSUMED', execution: 'DISPATCHED' }],
    ['SUCCEEDED', { ...pending, state: 'CONSUMED', execution: 'SUCCEEDED' }],
    ['FAILED', { ...pending, state: 'CONSUMED', execution: 'FAILED' }],
    ['OUTCOME_UNKNOWN', { ...pending, state: 'CONSUMED', execution: 'UNKNOWN' }],
    ['OUTCOME_UNKNOWN', { ...pending, state: 'CONSUMED', execution: 'MANUAL' }],
    // A claim without its execution row says nothing about the effect.
    ['OUTCOME_UNKNOWN', { ...pending, state: 'CONSUMED' }],
  ] as const)('is %s for %o', (state, row) => {
    expect(actionState(row)).toBe(state);
  });

  it('can be searched for by what is stored: every state has the rows that read as it', () => {
    for (const state of ACTION_STATES) expect(storedStates([state]).length).toBeGreaterThan(0);
    expect(storedStates(['EXPIRED'])).toEqual(['EXPIRED', 'PENDING']);
    expect(storedStates(['APPROVED', 'PENDING', 'EXECUTING', 'FAILED'])).toEqual(['PENDING', 'CONSUMED']);
    expect(storedStates([])).toEqual([]);
  });

  it('is worth waiting at while something can still change', () => {
    expect(ACTION_STATES.filter(isOpen)).toEqual(['PENDING', 'APPROVED', 'EXECUTING', 'OUTCOME_UNKNOWN']);
  });
});

it('the short code is the first eight digits of the digest, to be read aloud', () => {
  expect(shortCode(`0af31b9c${'0'.repeat(56)}`)).toBe('0AF3-1B9C');
});
