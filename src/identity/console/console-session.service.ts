import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { type DirectoryEntry, type Principal, principalOf } from '../principal.js';
import { ConsoleSessionStore } from './console-session.store.js';
import { csrfTokenOf, hashOf, newTicket, ticketOf, ticketText } from './session-cookie.js';

/** What the console asks of the identity provider. It gives no tool of any contract: from the console people decide, agents call. */
export const CONSOLE_SCOPES: readonly string[] = ['openid', 'profile'];

/** A session lasts this long and is never prolonged. */
export const SESSION_HOURS = 8;

export interface ConsoleSession {
  readonly principal: Principal;
  readonly csrfToken: string;
  readonly csrfHash: Buffer;
}

/** Logins of people in the web console: a random cookie on their side, a hash on ours. */
@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly config: Config,
    private readonly store: ConsoleSessionStore,
  ) {}

  /** Opens a session and answers the cookie's value. Always a fresh secret: a planted cookie never becomes a login. */
  async begin(entry: DirectoryEntry, idToken: string): Promise<string> {
    const ticket = newTicket(entry.tenant);
    await this.store.open(entry.tenant, {
      idHash: hashOf(ticket.secret),
      csrfHash: hashOf(csrfTokenOf(ticket)),
      principal: entry.id,
      idToken,
      hours: SESSION_HOURS,
    });
    return ticketText(ticket);
  }

  /** The session of a Cookie header. The principal's row is read at each call: rights and epoch are those of this moment. */
  async find(cookieHeader: string | undefined): Promise<ConsoleSession | undefined> {
    const ticket = ticketOf(cookieHeader);
    const open = ticket && (await this.store.find(ticket.tenant, hashOf(ticket.secret)));
    if (ticket === undefined || open === undefined) return undefined;
    return {
      principal: this.principal(open.entry, open.expiresAt),
      csrfToken: csrfTokenOf(ticket),
      csrfHash: open.csrfHash,
    };
  }

  /** Who a Cookie header stands for, or undefined. Enough for reading; whatever changes something needs the CSRF token too. */
  async resolve(cookieHeader: string | undefined): Promise<Principal | undefined> {
    return (await this.find(cookieHeader))?.principal;
  }

  /** Ends the session of a Cookie header; answers its ID token, with which the provider can be told. */
  async end(cookieHeader: string | undefined): Promise<string | undefined> {
    const ticket = ticketOf(cookieHeader);
    return ticket && this.store.close(ticket.tenant, hashOf(ticket.secret));
  }

  private principal(entry: DirectoryEntry, expiresAt: number): Principal {
    return principalOf(entry, {
      scopes: CONSOLE_SCOPES,
      actors: [],
      client: this.config.consoleClientId,
      tokenExpiresAt: expiresAt,
      channel: 'console',
    });
  }
}
