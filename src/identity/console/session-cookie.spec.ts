import { describe, expect, it } from 'vitest';
import { csrfMatches, csrfTokenOf, hashOf, newTicket, ticketOf, ticketText } from './session-cookie.js';

describe('the session cookie', () => {
  it('is read back among other cookies', () => {
    const ticket = newTicket('acme');
    expect(ticketOf(`a=b; countersign_session=${ticketText(ticket)}; c=d`)).toEqual(ticket);
  });

  it('holds a new secret of 32 bytes each time', () => {
    const secrets = new Set(Array.from({ length: 100 }, () => newTicket('acme').secret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  });

  it.each([
    undefined,
    '',
    'countersign_session=',
    'countersign_session=acme',
    `countersign_session=.${'a'.repeat(43)}`,
    `countersign_session=ACME.${'a'.repeat(43)}`,
    `countersign_session=acme';--.${'a'.repeat(43)}`,
    `countersign_session=acme.${'a'.repeat(42)}`,
    `countersign_session=acme.${'a'.repeat(44)}`,
    `other=acme.${'a'.repeat(43)}`,
  ])('is not read from %j', (header) => {
    expect(ticketOf(header)).toBeUndefined();
  });
});

describe('the CSRF token', () => {
  it('belongs to one session', () => {
    const [one, two] = [newTicket('acme'), newTicket('acme')];
    expect(csrfMatches(hashOf(csrfTokenOf(one)), csrfTokenOf(one))).toBe(true);
    expect(csrfMatches(hashOf(csrfTokenOf(one)), csrfTokenOf(two))).toBe(false);
  });

  it('neither is nor shows the secret', () => {
    const ticket = newTicket('acme');
    expect(csrfTokenOf(ticket)).not.toContain(ticket.secret);
    expect(csrfMatches(hashOf(csrfTokenOf(ticket)), ticket.secret)).toBe(false);
  });

  it.each([undefined, '', ['x'], 'x'])('does not match when %j is given', (given) => {
    expect(csrfMatches(hashOf(csrfTokenOf(newTicket('acme'))), given)).toBe(false);
  });
});
