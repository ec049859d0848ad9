const HOME = '/console/';
// Anything else in front of a path (a scheme, "//host", "/\host", a control character) can leave this site in some browser.
const INSIDE = /^\/console(?:[/?#]|$)/;
const FORBIDDEN = /[\\\p{Cc}]/u;

/**
 * Where to go after login: a path of the console, with query and fragment, or its home when the wish is anything else.
 * Stops open redirects: the link in a phishing mail would begin with our address and end on the attacker's page.
 */
export function safeReturn(wish: unknown): string {
  if (typeof wish !== 'string' || wish.length > 2_048 || !INSIDE.test(wish) || FORBIDDEN.test(wish)) return HOME;
  const url = new URL(wish, 'http://console.invalid');
  // After dots are resolved: "/console/../oidc/…" is elsewhere, and a login page as the goal would never end.
  if (url.host !== 'console.invalid' || !INSIDE.test(url.pathname) || url.pathname.startsWith('/console/auth'))
    return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}
