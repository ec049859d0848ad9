// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveForSignIn, rememberSignOut, signInAddress } from './sign-in';

beforeEach(() => sessionStorage.clear());

function leave(): string {
  const assign = vi.fn<(url: string) => void>();
  leaveForSignIn({ pathname: '/console/actions/1', search: '?a=b', assign }, sessionStorage);
  return assign.mock.calls[0]?.[0] ?? '';
}

describe('the way to the sign-in', () => {
  it('comes back to the page that was asked for', () => {
    expect(leave()).toBe(`/console/auth/login?return=${encodeURIComponent('/console/actions/1?a=b')}`);
  });

  it.each(['https://evil.example/console/', '//evil.example', '/v1/me', '/console/auth/login'])(
    'never comes back to %s',
    (address) => {
      expect(signInAddress(address)).toBe(`/console/auth/login?return=${encodeURIComponent('/console/inbox')}`);
    },
  );

  it('explains itself instead of bouncing for ever when no session is kept', () => {
    leave();
    expect(leave()).toBe('/console/login?problem=no_session');
  });

  it('tells people who signed out that they did, once', () => {
    rememberSignOut(sessionStorage);
    expect(leave()).toBe('/console/login?problem=signed_out');
    expect(leave()).toMatch(/^\/console\/auth\/login/);
  });
});
