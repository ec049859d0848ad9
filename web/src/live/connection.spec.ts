import { describe, expect, it } from 'vitest';
import { connectionOf } from './connection';

describe('the connection', () => {
  it.each([
    ['live', { browserOnline: true, stream: 'live', failures: 0 }],
    ['connecting', { browserOnline: true, stream: 'connecting', failures: 0 }],
    ['interrupted', { browserOnline: true, stream: 'interrupted', failures: 1 }],
    ['offline', { browserOnline: true, stream: 'interrupted', failures: 2 }],
    ['offline', { browserOnline: false, stream: 'live', failures: 0 }],
  ] as const)('is %s', (expected, facts) => {
    expect(connectionOf(facts)).toBe(expected);
  });
});
