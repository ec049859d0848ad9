const LAST_TRY = 'countersign.signInAt';
const SIGNED_OUT = 'countersign.signedOut';
const LOOP_MS = 10_000;

/** Where the browser goes to sign in, and where it comes back to: a path of this console only, never another origin. */
export function signInAddress(returnTo: string): string {
  const safe = returnTo.startsWith('/console/') && !returnTo.startsWith('/console/auth') ? returnTo : '/console/inbox';
  return `/console/auth/login?return=${encodeURIComponent(safe)}`;
}

/**
 * Leaves for the sign-in. A session that is refused right after signing in (a browser that drops cookies) would bounce for
 * ever; the second time within ten seconds the landing page explains it instead.
 */
export function leaveForSignIn(location: Pick<Location, 'pathname' | 'search' | 'assign'>, storage: Storage): void {
  if (storage.getItem(SIGNED_OUT) !== null) {
    storage.removeItem(SIGNED_OUT);
    location.assign('/console/login?problem=signed_out');
    return;
  }
  const now = Date.now();
  const last = Number(storage.getItem(LAST_TRY) ?? 0);
  storage.setItem(LAST_TRY, String(now));
  if (now - last < LOOP_MS) {
    location.assign('/console/login?problem=no_session');
    return;
  }
  location.assign(signInAddress(location.pathname + location.search));
}

/** Who signs out comes back without a session, and is told so rather than led to sign in again. */
export function rememberSignOut(storage: Storage): void {
  storage.setItem(SIGNED_OUT, '1');
}
