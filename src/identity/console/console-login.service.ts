import { Injectable, Logger } from '@nestjs/common';
import * as oidc from 'openid-client';
import { Config } from '../../config/config.js';
import { ok, type Result, refuse } from '../../shared/errors.js';
import { Issuer, IssuerUnavailable } from '../issuer.js';
import { claimedPrincipal } from '../principal.js';
import { PrincipalStore } from '../principal.store.js';
import { SigningKey } from '../signing-key.js';
import { CONSOLE_SCOPES, ConsoleSessions } from './console-session.service.js';
import { type LoginTransaction, loginCookieName, openLogin, sealLogin } from './login-transaction.js';
import { safeReturn } from './return-path.js';

export interface LoginBegun {
  readonly url: string;
  readonly cookie: { readonly name: string; readonly value: string };
}

export interface LoginDone {
  readonly sessionCookie: string;
  readonly returnTo: string;
}

/** Login of people by the provider: authorization code flow with PKCE, `state` and `nonce` (OpenID Connect Core §3.1). */
@Injectable()
export class ConsoleLogin {
  private readonly log = new Logger(ConsoleLogin.name);
  private readonly sealKey: Uint8Array;
  private readonly redirectUri: string;
  private client: oidc.Configuration | undefined;

  constructor(
    private readonly config: Config,
    private readonly issuer: Issuer,
    private readonly principals: PrincipalStore,
    private readonly sessions: ConsoleSessions,
    key: SigningKey,
  ) {
    this.sealKey = key.derive('countersign/console-login/v1');
    this.redirectUri = `${config.publicUrl}/console/auth/callback`;
  }

  /** Where to send the browser, and the cookie that it must bring back. Refuses with UNAVAILABLE when the provider is away. */
  begin(wish: unknown): Promise<Result<LoginBegun>> {
    return this.atProvider((client) => this.beginAt(client, wish));
  }

  /**
   * Finishes a login from the provider's answer (the query, with its `?`). Refuses with UNAUTHENTICATED when the answer does
   * not belong to a login that this browser began, when the provider said no, or when the person is not known to the engine.
   */
  async finish(query: string, cookies: Readonly<Record<string, string | undefined>>): Promise<Result<LoginDone>> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const transaction = await openLogin(cookies[loginCookieName(state)] ?? '', this.sealKey);
    if (transaction === undefined) return this.failed('no such login in this browser');
    return this.atProvider((client) => this.finishAt(client, query, transaction));
  }

  /** Where the browser goes to end the login at the provider too (RP-Initiated Logout 1.0), or the console when it cannot. */
  async endUrl(idToken: string | undefined): Promise<string> {
    const home = `${this.config.publicUrl}/console/`;
    if (idToken === undefined) return home;
    try {
      const client = await this.openClient();
      if (client.serverMetadata().end_session_endpoint === undefined) return home;
      return oidc.buildEndSessionUrl(client, { id_token_hint: idToken, post_logout_redirect_uri: home }).href;
    } catch {
      // The session here is over already; a provider that is away must not keep people from leaving.
      return home;
    }
  }

  private async beginAt(client: oidc.Configuration, wish: unknown): Promise<Result<LoginBegun>> {
    const transaction = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      returnTo: safeReturn(wish),
    };
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: this.redirectUri,
      scope: CONSOLE_SCOPES.join(' '),
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(transaction.verifier),
      code_challenge_method: 'S256',
    });
    const value = await sealLogin(transaction, this.sealKey);
    return ok({ url: url.href, cookie: { name: loginCookieName(transaction.state), value } });
  }

  private async finishAt(
    client: oidc.Configuration,
    query: string,
    transaction: LoginTransaction,
  ): Promise<Result<LoginDone>> {
    const tokens = await this.redeem(client, query, transaction);
    if (tokens === undefined) return this.failed('the provider refused');
    const claimed = claimedPrincipal({ ...tokens.claims, client_id: this.config.consoleClientId });
    if (!claimed.ok) return this.failed(claimed.refusal.message);
    const entry = await this.principals.sync(claimed.value);
    if (entry === undefined || entry.disabled)
      return this.failed('unknown tenant, disabled, or another human than before');
    return ok({ sessionCookie: await this.sessions.begin(entry, tokens.idToken), returnTo: transaction.returnTo });
  }

  private async redeem(
    client: oidc.Configuration,
    query: string,
    checks: LoginTransaction,
  ): Promise<{ idToken: string; claims: oidc.IDToken } | undefined> {
    try {
      const tokens = await oidc.authorizationCodeGrant(client, new URL(`${this.redirectUri}${query}`), {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      return tokens.id_token && claims ? { idToken: tokens.id_token, claims } : undefined;
    } catch (error) {
      this.log.warn(`login not completed: ${(error as { code?: string }).code ?? (error as Error).name}`);
      return undefined;
    }
  }

  /** Does something at the provider; a provider that cannot be reached is a refusal that says so. */
  private async atProvider<T>(work: (client: oidc.Configuration) => Promise<Result<T>>): Promise<Result<T>> {
    let client: oidc.Configuration;
    try {
      client = await this.openClient();
    } catch (error) {
      if (!(error instanceof IssuerUnavailable)) throw error;
      this.log.warn('the identity provider cannot be reached');
      return refuse('UNAVAILABLE', error.message);
    }
    return work(client);
  }

  private async openClient(): Promise<oidc.Configuration> {
    if (this.client) return this.client;
    const { consoleClientId, consoleClientSecret } = this.config;
    const authentication = consoleClientSecret ? oidc.ClientSecretPost(consoleClientSecret) : oidc.None();
    const metadata = await this.issuer.metadata();
    const client = new oidc.Configuration(metadata, consoleClientId, undefined, authentication);
    // The ID token's signature is checked although it comes straight from the provider: one proof more than TLS.
    oidc.enableNonRepudiationChecks(client);
    if (new URL(metadata.issuer).protocol === 'http:') oidc.allowInsecureRequests(client);
    this.client = client;
    return client;
  }

  private failed(reason: string): Result<never> {
    this.log.warn(`login refused: ${reason}`);
    return refuse('UNAUTHENTICATED', 'The login did not succeed.');
  }
}
