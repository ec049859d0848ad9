import { validateHostHeader } from '@modelcontextprotocol/server';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Under which names this server may be addressed, and from which pages. */
export interface AllowedNames {
  readonly hostnames: readonly string[];
  readonly origins: readonly string[];
  /** Local mode: pages of this machine, on any port. */
  readonly loopbackPages: boolean;
}

/** The public URL's own names; in local mode those of this machine too. */
export function allowedNames(publicUrl: string, local: boolean): AllowedNames {
  const { hostname, origin } = new URL(publicUrl);
  return { hostnames: local ? [hostname, ...LOOPBACK] : [hostname], origins: [origin], loopbackPages: local };
}

/**
 * Stops DNS rebinding: a web page whose name was made to point at this machine reaches it under that name. The port is not
 * compared, since a forwarded port is nobody's identity.
 */
export function isAllowedHost(host: string | undefined, allowed: AllowedNames): boolean {
  // Userinfo in front of a name is not part of a Host header (RFC 9110 §7.2), and a URL parser would overlook it.
  return !host?.includes('@') && validateHostHeader(host, [...allowed.hostnames]).ok;
}

/** Stops web pages of others: a browser names the page that sends. Programs that are no browsers send no Origin. */
export function isAllowedOrigin(origin: string | undefined, allowed: AllowedNames): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  // The header holds an origin and nothing more (RFC 6454 §7); also, `null` and opaque schemes end here.
  if (page.origin !== origin) return false;
  return allowed.origins.includes(origin) || (allowed.loopbackPages && LOOPBACK.includes(page.hostname));
}
