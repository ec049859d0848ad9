import { describe, expect, it } from 'vitest';
import { safeReturn } from './return-path.js';

describe('the page after login', () => {
  it.each(['/console', '/console/', '/console/inbox', '/console/actions/1?tab=a%2Fb#why', '/console?x=1'])(
    'may be %s',
    (wish) => {
      expect(safeReturn(wish)).toBe(wish);
    },
  );

  it('is the resolved path', () => {
    expect(safeReturn('/console/a/../inbox')).toBe('/console/inbox');
  });

  it.each([
    undefined,
    null,
    7,
    ['/console/inbox'],
    '',
    'https://evil.example/console/',
    '//evil.example/console/',
    '///evil.example/console',
    '/\\evil.example/console',
    '\\\\evil.example',
    '/console\\..\\..\\evil',
    '/console/\n//evil.example',
    '/console/\t',
    '/console@evil.example',
    '/consoleevil',
    '/console.evil.example/',
    '/console/../oidc/session/end',
    '/console/%2e%2e/oidc/session/end',
    '/console/auth/login',
    '/console/auth/logout',
    '/console/x/../auth/login',
    '/v1/actions',
    'javascript:alert(1)',
    'console/inbox',
    'http://console.invalid/console/inbox',
    `/console/${'a'.repeat(3_000)}`,
  ])('is the home of the console instead of %j', (wish) => {
    expect(safeReturn(wish)).toBe('/console/');
  });
});
