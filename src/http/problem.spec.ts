import { describe, expect, it } from 'vitest';
import { type ErrorCode, refusal } from '../shared/errors.js';
import { problemHeaders, problemOf } from './problem.js';

describe('a refusal as a problem', () => {
  it('has the members of RFC 9457, the code, and where to find it in the log', () => {
    const problem = problemOf(refusal('KEY_REUSE', 'Use a new key.'), 'trace-1');
    expect(problem).toEqual({
      type: 'https://countersign.dev/problems/key-reuse',
      title: 'Key reuse',
      status: 422,
      detail: 'Use a new key.',
      code: 'KEY_REUSE',
      retryable: false,
      traceId: 'trace-1',
    });
  });

  it('shows what is wrong in the request apart from the other details', () => {
    const errors = [{ pointer: '/reason', message: 'must be a text' }];
    expect(problemOf(refusal('INVALID_ARGUMENTS', 'x', { errors, version: '3' }), 't')).toMatchObject({
      errors,
      details: { version: '3' },
    });
    expect(problemOf(refusal('INVALID_ARGUMENTS', 'x', { errors }), 't')).not.toHaveProperty('details');
  });

  it.each<[ErrorCode, number]>([
    ['INVALID_ARGUMENTS', 400],
    ['UNAUTHENTICATED', 401],
    ['FORBIDDEN', 403],
    ['POLICY_DENIED', 403],
    ['UNKNOWN_TOOL', 404],
    ['NOT_FOUND', 404],
    ['STALE_RESOURCE', 409],
    ['APPROVAL_REQUIRED', 409],
    ['OUTCOME_UNKNOWN', 409],
    ['KEY_REUSE', 422],
    ['RATE_LIMITED', 429],
    ['INTERNAL', 500],
    ['OUTPUT_INVALID', 502],
    ['TOOL_DISABLED', 503],
    ['UNAVAILABLE', 503],
    ['TIMEOUT', 504],
  ])('%s is the status %d', (code, status) => {
    expect(problemOf(refusal(code, 'x'), 't').status).toBe(status);
  });
});

describe('the headers of a problem', () => {
  it('ask for a token, and say that it was bad only when there was one (RFC 6750 §3)', () => {
    expect(problemHeaders(refusal('UNAUTHENTICATED', 'x'))).toEqual({ 'www-authenticate': 'Bearer' });
    expect(problemHeaders(refusal('UNAUTHENTICATED', 'x', { error: 'missing_token' }))).toEqual({
      'www-authenticate': 'Bearer',
    });
    expect(problemHeaders(refusal('UNAUTHENTICATED', 'x', { error: 'invalid_token' }))).toEqual({
      'www-authenticate': 'Bearer error="invalid_token"',
    });
  });

  it('say when to come back, in whole seconds, never too early', () => {
    expect(problemHeaders(refusal('RATE_LIMITED', 'x', { retryAfterMs: 1_001 }))).toEqual({ 'retry-after': '2' });
    expect(problemHeaders(refusal('UNAVAILABLE', 'x'))).toEqual({ 'retry-after': '2' });
    expect(problemHeaders(refusal('NOT_FOUND', 'x'))).toEqual({});
  });
});
