import { describe, expect, it } from 'vitest';
import { aPrincipal } from '../../test/support/mcp-fixtures.js';
import { Callers } from './server-factory.js';

describe('the callers behind the SDK', () => {
  it('are the principals that were admitted', () => {
    const callers = new Callers();
    const erin = aPrincipal();

    expect(callers.principalOf(callers.admit(erin))).toBe(erin);
  });

  it('are nobody whom the door did not admit, however alike they look', () => {
    const callers = new Callers();
    const copy = { ...callers.admit(aPrincipal()) };

    expect(() => callers.principalOf(copy)).toThrow('without a verified principal');
    expect(() => callers.principalOf(undefined)).toThrow('without a verified principal');
  });

  it('bring no token along', () => {
    expect(new Callers().admit(aPrincipal()).token).toBe('');
  });
});
