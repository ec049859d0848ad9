import { createPublicKey, type KeyObject } from 'node:crypto';
import { errors as joseErrors, type JWTPayload, jwtVerify } from 'jose';
import type { Provider, TokenEndpointGrantContext } from 'oidc-provider';
import { actorChain, DECIDE_SCOPE, MAX_ACTORS } from '../principal.js';
import { personCalled } from './people.js';
import { LOCAL_AGENTS, TOKEN_EXCHANGE } from './provider-clients.js';
import type { ProviderKeys } from './provider-keys.js';
import type { ProviderLibrary } from './provider-library.js';
import { RESOURCE_SCOPE } from './scopes.js';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const PARAMETERS = ['subject_token', 'subject_token_type', 'requested_token_type', 'audience', 'resource', 'scope'];
const MAX_LIFE_SECONDS = 3_600;

interface ExchangeParameters {
  readonly subject_token?: string;
  readonly subject_token_type?: string;
  readonly requested_token_type?: string;
  readonly audience?: string;
}

export interface ExchangeSettings {
  readonly library: ProviderLibrary;
  readonly resource: string;
  readonly actors: ActorClaims;
  readonly signingKey: ProviderKeys['signing'];
}

/** The `act` claims of tokens that are being issued, until the library asks for a token's extra claims. */
export class ActorClaims {
  private readonly byToken = new WeakMap<object, object>();

  set(token: object, act: object): void {
    this.byToken.set(token, act);
  }

  of(token: object): { act?: object } {
    const act = this.byToken.get(token);
    return act === undefined ? {} : { act };
  }
}

/**
 * Token exchange (RFC 8693): an agent hands in the access token of the person it works for and gets one of its own, which
 * names the person as subject and the agent in `act`, around the agents that acted before. It never lives longer and never
 * may do more than the token that was handed in.
 */
export function registerTokenExchange(provider: Provider, settings: ExchangeSettings): void {
  provider.registerGrantType<ExchangeParameters>(TOKEN_EXCHANGE, (ctx) => exchange(ctx, settings), PARAMETERS);
}

async function exchange(ctx: TokenEndpointGrantContext<ExchangeParameters>, settings: ExchangeSettings): Promise<void> {
  const { provider, client, params } = ctx.oidc;
  // Whoever registers itself may name any grant type: that makes it no agent that people know.
  if (!LOCAL_AGENTS.some(({ id }) => id === client.clientId)) throw new settings.library.errors.UnauthorizedClient();
  const subject = await subjectOf(ctx, settings);
  const scope = grantedScope(settings.library, subject, params.scope);
  const expiresIn = Math.min(MAX_LIFE_SECONDS, (subject.exp ?? 0) - Math.floor(Date.now() / 1_000));
  if (expiresIn <= 0) throw new settings.library.errors.InvalidGrant('subject token is invalid');
  const token = new provider.AccessToken({
    client,
    accountId: subject.sub as string,
    grantId: '',
    gty: 'token_exchange',
    scope,
    expiresIn,
  });
  token.resourceServer = new provider.ResourceServer(settings.resource, {
    scope: RESOURCE_SCOPE,
    audience: settings.resource,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'ES256' } },
  });
  settings.actors.set(token, { sub: client.clientId, ...(subject.act === undefined ? {} : { act: subject.act }) });
  ctx.body = {
    access_token: await token.save(),
    issued_token_type: ACCESS_TOKEN,
    token_type: 'Bearer',
    expires_in: expiresIn,
    scope,
  };
}

/** The claims of the token that was handed in. Only access tokens of this provider for this resource are exchanged. */
async function subjectOf(
  ctx: TokenEndpointGrantContext<ExchangeParameters>,
  { library, resource, signingKey }: ExchangeSettings,
): Promise<JWTPayload> {
  const { params, provider } = ctx.oidc;
  const { InvalidRequest, InvalidGrant, InvalidTarget } = library.errors;
  if (params.subject_token === undefined) throw new InvalidRequest('subject_token is missing');
  if (params.subject_token_type !== ACCESS_TOKEN)
    throw new InvalidRequest('subject_token_type must be an access token');
  if (![undefined, ACCESS_TOKEN].includes(params.requested_token_type))
    throw new InvalidRequest('requested_token_type');
  for (const target of [params.resource, params.audience]) {
    if (target !== undefined && target !== resource) throw new InvalidTarget();
  }
  const publicKey = createPublicKey({ key: signingKey, format: 'jwk' });
  const payload = await verified(params.subject_token, publicKey, { issuer: provider.issuer, audience: resource });
  if (payload === undefined || personCalled(payload.sub ?? '') === undefined)
    throw new InvalidGrant('subject token is invalid');
  const chain = actorChain(payload['act']);
  if (chain === undefined || chain.length >= MAX_ACTORS) throw new InvalidGrant('too many agents act already');
  return payload;
}

async function verified(
  token: string,
  key: KeyObject,
  expected: { issuer: string; audience: string },
): Promise<JWTPayload | undefined> {
  const checks = { ...expected, algorithms: ['ES256'], typ: 'at+jwt', requiredClaims: ['exp', 'sub'] };
  try {
    return (await jwtVerify(token, key, checks)).payload;
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  }
}

/** What was asked for, when the person's token allows all of it; everything that it allows when nothing was asked for. */
function grantedScope(library: ExchangeSettings['library'], subject: JWTPayload, wish: string | undefined): string {
  // Deciding is never handed on: an agent does not sign in its person's name.
  const scopes = typeof subject['scope'] === 'string' ? subject['scope'].split(' ') : [];
  const allowed = scopes.filter((scope) => scope !== DECIDE_SCOPE);
  const wanted = wish === undefined ? allowed : wish.split(' ');
  if (!wanted.every((scope) => allowed.includes(scope))) {
    throw new library.errors.InvalidScope('the subject token does not carry this scope', wish ?? '');
  }
  return wanted.join(' ');
}
