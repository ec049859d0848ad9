import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const SESSION_COOKIE = 'countersign_session';

/** What the session cookie carries. The secret is only ever stored as a hash. */
export interface SessionTicket {
  readonly tenant: string;
  readonly secret: string;
}

const TICKET = new RegExp(`(?:^|;) *${SESSION_COOKIE}=([a-z][a-z0-9-]{1,40})\\.([A-Za-z0-9_-]{43}) *(?:;|$)`);

export function newTicket(tenant: string): SessionTicket {
  return { tenant, secret: randomBytes(32).toString('base64url') };
}

export function ticketText(ticket: SessionTicket): string {
  return `${ticket.tenant}.${ticket.secret}`;
}

/** The ticket in a Cookie header, or undefined when there is none of the right form. */
export function ticketOf(cookieHeader: string | undefined): SessionTicket | undefined {
  const [, tenant, secret] = TICKET.exec(cookieHeader ?? '') ?? [];
  return tenant === undefined || secret === undefined ? undefined : { tenant, secret };
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The CSRF token of a session: derived, so that the page can ask for it again, and useless for finding the secret. */
export function csrfTokenOf(ticket: SessionTicket): string {
  return createHmac('sha256', ticket.secret).update('countersign/csrf/v1').digest('base64url');
}

/** Compares in constant time, over hashes, so that neither content nor length can be measured. */
export function csrfMatches(csrfHash: Buffer, given: unknown): boolean {
  return typeof given === 'string' && timingSafeEqual(hashOf(given), csrfHash);
}
