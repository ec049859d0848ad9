import path from 'node:path';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Config } from '../../config/config.js';
import { languageOf } from '../pages/language.js';
import { claimsOf, personCalled } from './people.js';
import { CLI_CLIENT, isFirstParty, localClients } from './provider-clients.js';
import type { ProviderKeys } from './provider-keys.js';
import { loadProviderLibrary, type ProviderLibrary } from './provider-library.js';
import { ProviderMemory } from './provider-memory.js';
import { errorPage, leavePage, leftPage } from './provider-pages.js';
import { RegisteredClients } from './registered-clients.js';
import { PERSON_SCOPE, RESOURCE_SCOPE } from './scopes.js';
import { ActorClaims, registerTokenExchange } from './token-exchange.js';

/** Where the provider lives below PUBLIC_URL; its issuer identifier is that address. */
export const PROVIDER_PATH = '/oidc';

export type LocalProviderConfig = Pick<
  Config,
  'publicUrl' | 'oidcAudience' | 'consoleClientId' | 'consoleClientSecret' | 'dataDir'
>;

const ALGORITHM = 'ES256';
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Seconds. */
const LIFETIMES = {
  AccessToken: HOUR,
  AuthorizationCode: 60,
  Grant: 14 * DAY,
  IdToken: HOUR,
  Interaction: HOUR / 4,
  RefreshToken: 14 * DAY,
  Session: 8 * HOUR,
};

const COOKIES = {
  names: { session: 'oidc_session', interaction: 'oidc_interaction', resume: 'oidc_resume' },
  long: { httpOnly: true, sameSite: 'lax', path: PROVIDER_PATH },
  short: { httpOnly: true, sameSite: 'lax' },
} as const;

/** Makes the embedded OpenID provider with its people, clients and token exchange; nothing listens yet. */
export async function createLocalProvider(config: LocalProviderConfig, keys: ProviderKeys): Promise<Provider> {
  const library = await loadProviderLibrary();
  const actors = new ActorClaims();
  const issuer = `${config.publicUrl}${PROVIDER_PATH}`;
  const provider = new library.Provider(issuer, configuration(library, config, keys, actors));
  registerTokenExchange(provider, { library, resource: config.oidcAudience, actors, signingKey: keys.signing });
  return provider;
}

function configuration(
  library: ProviderLibrary,
  config: LocalProviderConfig,
  keys: ProviderKeys,
  actors: ActorClaims,
): Configuration {
  const clients = new RegisteredClients(path.join(config.dataDir, 'oidc-clients.json'));
  return {
    adapter: (name) => (name === 'Client' ? clients : new ProviderMemory()),
    jwks: { keys: [{ ...keys.signing, use: 'sig', alg: ALGORITHM }] },
    clients: localClients(config),
    // MCP hosts register without a type; as native clients they may use any port of the loopback interface (RFC 8252 §7.3).
    clientDefaults: { application_type: 'native', id_token_signed_response_alg: ALGORITHM },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => URL.canParse(uri) && new URL(uri).origin === origin),
    cookies: { ...COOKIES, keys: [keys.cookie] },
    claims: { openid: ['sub'], profile: ['tenant', 'human', 'name', 'email', 'roles', 'business_lines'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access'],
    pkce: { required: () => true },
    findAccount: (_ctx, username) => {
      const somebody = personCalled(username);
      return somebody && { accountId: username, claims: () => ({ sub: username, ...claimsOf(somebody) }) };
    },
    extraTokenClaims: (_ctx, token) => {
      const somebody = 'accountId' in token ? personCalled(token.accountId) : undefined;
      return somebody && { ...claimsOf(somebody), ...actors.of(token) };
    },
    interactions: {
      policy: consentPolicy(library, config),
      url: (_ctx, interaction) => `${PROVIDER_PATH}/interaction/${interaction.uid}`,
    },
    loadExistingGrant: (ctx) => existingGrant(ctx, config),
    features: features(library, config),
    renderError: (ctx, out) => send(ctx, errorPage(language(ctx), out.error, out.error_description)),
    ttl: LIFETIMES,
  };
}

function features(library: ProviderLibrary, config: LocalProviderConfig): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    resourceIndicators: {
      enabled: true,
      // A host that names no resource means ours; the console wants no access token for it.
      defaultResource: (ctx, client, oneOf) =>
        oneOf ?? ((client ?? ctx.oidc.client)?.clientId === config.consoleClientId ? [] : config.oidcAudience),
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource, client) => {
        if (resource !== config.oidcAudience) throw new library.errors.InvalidTarget();
        return {
          scope: scopeFor(client.clientId),
          audience: config.oidcAudience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: HOUR,
          jwt: { sign: { alg: ALGORITHM } },
        };
      },
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        // An ID token of the console proves that the console asked; otherwise any page could log people out.
        const { IdTokenHint } = ctx.oidc.entities;
        send(ctx, leavePage(language(ctx), form, IdTokenHint !== undefined));
      },
      postLogoutSuccessSource: (ctx) => send(ctx, leftPage(language(ctx))),
    },
  };
}

/** The library's policy, except that consent hangs on whose client it is, not on whether it is a native one. */
function consentPolicy({ interactionPolicy }: ProviderLibrary, config: LocalProviderConfig) {
  const policy = interactionPolicy.base();
  const consent = policy.get('consent');
  if (consent === undefined) throw new Error('the library has no consent prompt');
  consent.checks.remove('native_client_prompt');
  consent.checks.add(
    new interactionPolicy.Check(
      'third_party_client',
      'clients that registered themselves need consent each time',
      'interaction_required',
      ({ oidc }) => !isFirstParty(config, oidc.client?.clientId ?? '') && oidc.result?.consent === undefined,
    ),
  );
  return policy;
}

/** The grant of this login; for clients of the house one is made that covers whatever they may ask for. */
async function existingGrant(ctx: KoaContextWithOIDC, config: LocalProviderConfig) {
  const { client, provider, session, result } = ctx.oidc;
  if (client === undefined) return undefined;
  const known = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  if (found !== undefined) return found;
  if (!isFirstParty(config, client.clientId) || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid profile');
  grant.addResourceScope(config.oidcAudience, scopeFor(client.clientId));
  await grant.save();
  return grant;
}

/** All that a client may have at the resource: deciding is for a person's own command line only. */
function scopeFor(clientId: string): string {
  return clientId === CLI_CLIENT.id ? PERSON_SCOPE : RESOURCE_SCOPE;
}

function send(ctx: KoaContextWithOIDC, page: { text: string; headers: Readonly<Record<string, string>> }): void {
  ctx.set({ ...page.headers });
  ctx.body = page.text;
}

function language(ctx: KoaContextWithOIDC) {
  return languageOf(ctx.get('accept-language'));
}
