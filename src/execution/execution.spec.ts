import { describe, expect, it } from 'vitest';
import { afterClaim } from './execution.js';

describe('after a claim', () => {
  it('that found other rights than were evaluated, they are evaluated again', () => {
    expect(afterClaim('REAUTHZ_REQUIRED')).toBe('reauthorize');
  });

  it.each([
    'SUCCEEDED',
    'FAILED',
    'DISPATCHED',
    'NOT_APPROVED',
    'DIGEST_MISMATCH',
    'TOOL_DISABLED',
    'RESOURCE_BUSY',
    'FORBIDDEN',
    'POLICY_DENIED',
    'TOOL_CHANGED',
  ])('that answered %s the claim itself has arranged the next look', (outcome) => {
    expect(afterClaim(outcome)).toBe('arranged');
  });

  it.each([
    'REPLAY',
    'NOT_FOUND',
    'CONSUMED',
    'REJECTED',
    'CANCELLED',
    'SUPERSEDED',
    'INVALIDATED',
    'EXPIRED',
    'STALE_RESOURCE',
  ])('that answered %s there is nothing left to do', (outcome) => {
    expect(afterClaim(outcome)).toBe('settled');
  });
});
