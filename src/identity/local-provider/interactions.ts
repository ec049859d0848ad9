import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults, Provider } from 'oidc-provider';
import { type Page, sendPage } from '../pages/html-page.js';
import { languageOf } from '../pages/language.js';
import { consentPage } from './consent-page.js';
import { loginPage } from './login-page.js';
import { personCalled } from './people.js';
import { PROVIDER_PATH } from './provider.js';
import { expiredPage } from './provider-pages.js';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const REFUSED: InteractionResults = { error: 'access_denied', error_description: 'The person refused.' };

/** The pages on which a person logs in and consents, as plain forms. */
export function interactionRoutes(scope: FastifyInstance, provider: Provider): void {
  const url = `${PROVIDER_PATH}/interaction/:uid`;
  scope.get(url, async (request, reply) => {
    const interaction = await current(provider, request, reply);
    if (interaction === undefined) return expired(request, reply);
    return sendPage(reply, 200, await pageFor(provider, interaction, request));
  });
  scope.post(url, async (request, reply) => {
    const interaction = await current(provider, request, reply);
    if (interaction === undefined || isForeign(request, provider)) return expired(request, reply);
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    if (interaction.prompt.name === 'consent') return consented(provider, interaction, form, request, reply);
    return loggedIn(provider, interaction, form, request, reply);
  });
}

async function loggedIn(
  provider: Provider,
  interaction: Interaction,
  form: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const username = form.get('username')?.trim() ?? '';
  const somebody = personCalled(username);
  if (somebody === undefined || !sameText(form.get('password') ?? '', somebody.password)) {
    const page = loginPage({ ...viewOf(interaction, request), username, wrong: true });
    return sendPage(reply, 401, page);
  }
  await finish(provider, request, reply, { login: { accountId: somebody.username } });
}

async function consented(
  provider: Provider,
  interaction: Interaction,
  form: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (form.get('answer') !== 'allow') return finish(provider, request, reply, REFUSED);
  const { missingOIDCScope, missingResourceScopes } = missingOf(interaction);
  const known = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId);
  const accountId = interaction.session?.accountId;
  if (accountId === undefined) return expired(request, reply);
  const grant = known ?? new provider.Grant({ accountId, clientId: String(interaction.params['client_id']) });
  if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes))
    grant.addResourceScope(resource, scopes.join(' '));
  await finish(provider, request, reply, { consent: { grantId: await grant.save() } });
}

async function finish(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  result: InteractionResults,
): Promise<void> {
  const next = await provider.interactionResult(request.raw, reply.raw, result);
  await reply.header('cache-control', 'no-store').redirect(next, 303);
}

async function pageFor(provider: Provider, interaction: Interaction, request: FastifyRequest): Promise<Page> {
  const view = viewOf(interaction, request);
  if (interaction.prompt.name !== 'consent') return loginPage({ ...view, username: '', wrong: false });
  const client = await provider.Client.find(String(interaction.params['client_id']));
  const { missingOIDCScope, missingResourceScopes } = missingOf(interaction);
  const asked = [...missingOIDCScope, ...Object.values(missingResourceScopes).flat()];
  return consentPage({
    ...view,
    clientName: client?.clientName ?? client?.clientId ?? '',
    redirectUri: String(interaction.params['redirect_uri']),
    scopes: asked.filter((scope) => scope !== 'openid'),
    person: personCalled(interaction.session?.accountId ?? '')?.name ?? '',
  });
}

function viewOf(interaction: Interaction, request: FastifyRequest) {
  return {
    language: languageOf(request.headers['accept-language']),
    action: `${PROVIDER_PATH}/interaction/${interaction.uid}`,
    formTarget: formTarget(String(interaction.params['redirect_uri'])),
  };
}

/** The client's address as a source of `form-action`: the form's answer is a chain of redirects that ends there. */
function formTarget(redirectUri: string): string | undefined {
  if (!URL.canParse(redirectUri)) return undefined;
  const { protocol, origin } = new URL(redirectUri);
  return protocol === 'http:' || protocol === 'https:' ? origin : protocol;
}

function missingOf(interaction: Interaction) {
  const details = interaction.prompt.details as {
    missingOIDCScope?: string[];
    missingResourceScopes?: Record<string, string[]>;
  };
  return {
    missingOIDCScope: details.missingOIDCScope ?? [],
    missingResourceScopes: details.missingResourceScopes ?? {},
  };
}

/** The interaction of this browser and this address, or undefined when it is over. */
async function current(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if ((error as Error).name === 'SessionNotFound') return undefined;
    throw error;
  }
}

/** A page on another port of this machine counts as the same site and would get our cookie sent along: look at the origin. */
function isForeign(request: FastifyRequest, provider: Provider): boolean {
  const { origin } = request.headers;
  return origin !== undefined && origin !== new URL(provider.issuer).origin;
}

function expired(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  return sendPage(reply, 400, expiredPage(languageOf(request.headers['accept-language'])));
}

function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
