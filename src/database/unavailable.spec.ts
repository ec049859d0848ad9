import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable, isUnavailable } from './unavailable.js';

const withCode = (code: unknown, message = 'x') => Object.assign(new Error(message), { code });

describe('the database is away', () => {
  it.each(['08006', '08P01', '53300', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])(
    'when the error’s code is %s',
    (code) => {
      expect(isUnavailable(withCode(code))).toBe(true);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('when pg says "%s"', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  it.each(['23505', '42P01', '40001', '57014', '55P03', 'EACCES', 8006, undefined])(
    'not when a statement failed: %s',
    (code) => {
      expect(isUnavailable(withCode(code))).toBe(false);
    },
  );

  it('not when what was thrown is no error', () => {
    expect(isUnavailable('ECONNREFUSED')).toBe(false);
    expect(isUnavailable({ code: 'ECONNREFUSED' })).toBe(false);
    expect(isUnavailable(undefined)).toBe(false);
  });

  it('is said without the address, and the cause is kept', () => {
    const cause = withCode('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.7:5432');
    const error = new DatabaseUnavailable(cause);
    expect(error.message).not.toContain('10.0.0.7');
    expect(error.cause).toBe(cause);
  });
});
