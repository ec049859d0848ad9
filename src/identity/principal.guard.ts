import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { orThrow, type Refusal, RefusalError, refusal } from '../shared/errors.js';
import { type ConsoleSession, ConsoleSessions } from './console/console-session.service.js';
import { csrfMatches } from './console/session-cookie.js';
import type { Principal } from './principal.js';
import { TokenVerifier } from './token-verifier.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `PrincipalGuard`: who is calling. */
    principal?: Principal;
    /** Set by `PrincipalGuard` when the caller came with a console session: what unsafe methods must bring in X-CSRF-Token. */
    csrfToken?: string;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets a request pass when it comes with a valid access token, or with a console session. A request that brings a token is
 * judged by the token alone. Throws `RefusalError` UNAUTHENTICATED, or FORBIDDEN when a session's CSRF proof is missing.
 */
@Injectable()
export class PrincipalGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly tokens: TokenVerifier,
    private readonly sessions: ConsoleSessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.headers.authorization !== undefined) {
      request.principal = orThrow(await this.tokens.verify(request.headers.authorization));
      return true;
    }
    const session = await this.sessions.find(request.headers.cookie);
    if (session === undefined) throw new RefusalError(signInNeeded());
    const forged = forgery(request, session, new URL(this.config.publicUrl).origin);
    if (forged !== undefined) throw new RefusalError(forged);
    request.principal = session.principal;
    request.csrfToken = session.csrfToken;
    return true;
  }
}

/** The caller, in a controller behind `PrincipalGuard`. Without the guard it is a fault, never an anonymous caller. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (principal === undefined) throw new Error('CurrentPrincipal is used without PrincipalGuard');
  return principal;
});

/**
 * Stops cross-site request forgery: the browser adds the cookie to requests that other pages cause. `Origin` tells pages of
 * other sites and of other ports of this machine apart (cookies do not), the token tells those that cannot read our answers.
 */
function forgery(request: FastifyRequest, session: ConsoleSession, origin: string): Refusal | undefined {
  if (SAFE_METHODS.has(request.method)) return undefined;
  if (request.headers.origin !== origin) return refusal('FORBIDDEN', 'The request does not come from the console.');
  if (!csrfMatches(session.csrfHash, request.headers['x-csrf-token'])) {
    return refusal('FORBIDDEN', 'The request lacks a valid X-CSRF-Token.');
  }
  return undefined;
}

function signInNeeded(): Refusal {
  return refusal('UNAUTHENTICATED', 'An access token or a console session is needed.', { error: 'missing_token' });
}
