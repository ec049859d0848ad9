import { describe, expect, it } from 'vitest';
import { StartupProblem } from '../../shared/startup-problem.js';
import { assertLocalProviderAllowed } from './allowed.js';

const LOCAL = { host: '127.0.0.1', publicUrl: 'http://127.0.0.1:4310', production: false };

describe('the embedded identity provider', () => {
  it.each([
    LOCAL,
    { ...LOCAL, host: 'localhost', publicUrl: 'http://localhost:4310' },
    { ...LOCAL, host: '::1', publicUrl: 'http://[::1]:4310' },
    { ...LOCAL, host: '127.8.9.10' },
  ])('may run on $host as $publicUrl', (config) => {
    expect(() => assertLocalProviderAllowed(config)).not.toThrow();
  });

  it.each([
    [{ ...LOCAL, production: true }, /production/],
    [{ ...LOCAL, host: '0.0.0.0' }, /HOST is "0\.0\.0\.0"/],
    [{ ...LOCAL, host: '::' }, /HOST/],
    [{ ...LOCAL, host: '192.168.1.5' }, /HOST/],
    [{ ...LOCAL, host: 'localhost.evil.example' }, /HOST/],
    [{ ...LOCAL, publicUrl: 'https://countersign.example' }, /PUBLIC_URL names "countersign\.example"/],
    [{ ...LOCAL, publicUrl: 'http://127.0.0.1.evil.example' }, /PUBLIC_URL/],
  ])('does not run with %j', (config, why) => {
    expect(() => assertLocalProviderAllowed(config)).toThrow(StartupProblem);
    expect(() => assertLocalProviderAllowed(config)).toThrow(why);
  });

  it('names every reason at once', () => {
    const config = { host: '0.0.0.0', publicUrl: 'http://example.org', production: true };
    expect(() => assertLocalProviderAllowed(config)).toThrow(/NODE_ENV[\s\S]*HOST[\s\S]*PUBLIC_URL/);
  });
});
