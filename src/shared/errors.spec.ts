import { describe, expect, it } from 'vitest';
import { ok, orThrow, RefusalError, refusal, refuse } from './errors.js';

describe('a refusal', () => {
  it('knows by its code whether the same call may be sent again', () => {
    expect(refusal('UNAVAILABLE', 'x').retryable).toBe(true);
    expect(refusal('RESOURCE_BUSY', 'x').retryable).toBe(true);
    // Whoever retries these does harm: the effect may have happened, or people said no.
    for (const code of ['OUTCOME_UNKNOWN', 'REJECTED', 'APPROVAL_REQUIRED', 'FORBIDDEN'] as const)
      expect(refusal(code, 'x').retryable).toBe(false);
  });

  it('carries details only when there are some', () => {
    expect(refusal('NOT_FOUND', 'x')).toEqual({ code: 'NOT_FOUND', message: 'x', retryable: false });
    expect(refusal('NOT_FOUND', 'x', { id: 1 })).toMatchObject({ details: { id: 1 } });
  });

  it('becomes an exception at the edge, and a value passes', () => {
    expect(orThrow(ok(7))).toBe(7);
    const thrown = () => orThrow(refuse('KEY_REUSE', 'used before'));
    expect(thrown).toThrow(RefusalError);
    expect(thrown).toThrow('used before');
  });
});
