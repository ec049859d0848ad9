import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { ServerMetadata } from 'openid-client';
import { z } from 'zod';

/** Where the identity provider is reached: `OIDC_ISSUER`, or the embedded provider of local mode. */
export const ISSUER_URL = Symbol('identity.issuer');

const TIMEOUT_MS = 5_000;

const Metadata = z.looseObject({
  issuer: z.url(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
});

/** What the provider publishes about itself (OpenID Connect Discovery 1.0 §3). */
export type IssuerMetadata = ServerMetadata & { readonly jwks_uri: string };

/** The identity provider cannot be reached or talks nonsense: not the caller's fault, try again. */
export class IssuerUnavailable extends Error {
  constructor(cause: unknown) {
    super('The identity provider cannot be reached.', { cause });
    this.name = 'IssuerUnavailable';
  }
}

/** The one identity provider whose tokens are believed. Reads its metadata and keys when they are first needed. */
@Injectable()
export class Issuer {
  private pending: Promise<IssuerMetadata> | undefined;
  private keys: JWTVerifyGetKey | undefined;

  constructor(@Inject(ISSUER_URL) readonly url: string) {}

  /** Read once; a failure is not remembered. Throws `IssuerUnavailable`. */
  async metadata(): Promise<IssuerMetadata> {
    this.pending ??= discover(this.url);
    try {
      return await this.pending;
    } catch (error) {
      this.pending = undefined;
      throw new IssuerUnavailable(error);
    }
  }

  /**
   * A public key of the provider, found by the token's header among the keys that the provider publishes, never among those
   * that a token brings along (`jwk`, `jku`, `x5u`). Throws jose's errors for a token that fits no key, `IssuerUnavailable` otherwise.
   */
  readonly findKey: JWTVerifyGetKey = async (header, token) => {
    this.keys ??= createRemoteJWKSet(new URL((await this.metadata()).jwks_uri), { timeoutDuration: TIMEOUT_MS });
    try {
      return await this.keys(header, token);
    } catch (error) {
      throw isAboutToken(error) ? error : new IssuerUnavailable(error);
    }
  };
}

async function discover(url: string): Promise<IssuerMetadata> {
  const response = await fetch(`${url}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`discovery answered ${response.status}`);
  const metadata = Metadata.parse(await response.json());
  // Discovery §4.3: a document that speaks for somebody else would let that somebody sign our tokens.
  if (metadata.issuer.replace(/\/+$/, '') !== url) throw new Error('discovery names another issuer');
  return metadata as unknown as IssuerMetadata;
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
