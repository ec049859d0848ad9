import { Injectable, Logger } from '@nestjs/common';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { Config } from '../config/config.js';
import { ok, type Result, refuse } from '../shared/errors.js';
import { Issuer, IssuerUnavailable } from './issuer.js';
import { claimedPrincipal, type Principal, principalOf } from './principal.js';
import { PrincipalStore } from './principal.store.js';

/** Signatures with a public key only: with a shared secret, whoever can check a token could make one. */
const TOKEN_ALGORITHMS = ['EdDSA', 'ES256', 'RS256', 'PS256'];

const LEEWAY_SECONDS = 60;
const MAX_TOKEN = 16_384;
// RFC 6750 §2.1. The scheme is case-insensitive (RFC 9110 §11.1); a second value in the header fits no token.
const BEARER = /^Bearer +([A-Za-z0-9_.-]+)$/i;

/** Turns an Authorization header into a principal, or into one uniform refusal. */
@Injectable()
export class TokenVerifier {
  private readonly log = new Logger(TokenVerifier.name);

  constructor(
    private readonly config: Config,
    private readonly issuer: Issuer,
    private readonly principals: PrincipalStore,
  ) {}

  /**
   * Checks an access token (RFC 9068 §4: signature, `typ`, `iss`, `aud`, times with at most 60 s of leeway), then reads the
   * caller's rights from the directory as they are now. Refuses with UNAUTHENTICATED and `details.error` `missing_token` or
   * `invalid_token`; an unknown tenant reads like any other bad token. UNAVAILABLE when the provider's keys cannot be read.
   */
  async verify(authorizationHeader: string | undefined): Promise<Result<Principal>> {
    if (authorizationHeader === undefined) {
      return refuse('UNAUTHENTICATED', 'An access token is needed.', { error: 'missing_token' });
    }
    const token = authorizationHeader.length > MAX_TOKEN ? undefined : BEARER.exec(authorizationHeader)?.[1];
    if (token === undefined) return this.invalid('not a bearer token');
    const payload = await this.payload(token);
    if (!payload.ok) return payload;
    const claimed = claimedPrincipal(payload.value);
    if (!claimed.ok) return this.invalid(claimed.refusal.message);
    const entry = await this.principals.sync(claimed.value);
    if (entry === undefined) return this.invalid('unknown tenant, or another human than before');
    if (entry.disabled) return this.invalid('disabled');
    const { scopes, actors, client, expiresAt } = claimed.value;
    return ok(principalOf(entry, { scopes, actors, client, tokenExpiresAt: expiresAt, channel: 'token' }));
  }

  private async payload(token: string): Promise<Result<JWTPayload>> {
    try {
      const fault = headerFault(token, this.config.oidcTokenTypes);
      if (fault !== undefined) return this.invalid(fault);
      const { issuer } = await this.issuer.metadata();
      const { payload } = await jwtVerify(token, this.issuer.findKey, {
        issuer,
        audience: this.config.oidcAudience,
        algorithms: TOKEN_ALGORITHMS,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      // jose compares `iat` with the clock only together with a maximum age.
      if ((payload.iat ?? 0) > Date.now() / 1000 + LEEWAY_SECONDS) return this.invalid('issued in the future');
      return ok(payload);
    } catch (error) {
      if (error instanceof IssuerUnavailable) {
        this.log.warn('the identity provider cannot be reached');
        return refuse('UNAVAILABLE', error.message);
      }
      if (error instanceof errors.JOSEError) return this.invalid(error.code, safeReason(error));
      throw error;
    }
  }

  private invalid(reason: string, message = 'The access token is not valid.'): Result<never> {
    this.log.debug(`token refused: ${reason}`);
    return refuse('UNAUTHENTICATED', message, { error: 'invalid_token' });
  }
}

/**
 * Why a token's header is refused before its signature is looked at, or undefined. `typ` keeps an ID token or a logout token
 * from being used as an access token (RFC 8725 §3.11); an extension named in `crit` is one that nobody here understands.
 */
function headerFault(token: string, types: readonly string[]): string | undefined {
  const header = decodeHeader(token);
  if (header === undefined) return 'malformed header';
  if ('crit' in header) return 'crit';
  const type = typeof header.typ === 'string' ? header.typ.toLowerCase().replace(/^application\//, '') : '';
  return types.some((allowed) => allowed.toLowerCase() === type) ? undefined : 'typ';
}

function decodeHeader(token: string): Record<string, unknown> | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

/** The two reasons that help an honest client and nobody else; jose gives them only after the signature was found good. */
function safeReason(error: errors.JOSEError): string | undefined {
  if (error instanceof errors.JWTExpired) return 'The access token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    return 'The access token is meant for another service.';
  }
  return undefined;
}
