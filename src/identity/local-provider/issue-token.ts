import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ok, type Result, refuse } from '../../shared/errors.js';
import { personCalled } from './people.js';
import { CLI_CLIENT, LOCAL_AGENTS, TOKEN_EXCHANGE } from './provider-clients.js';
import { PERSON_SCOPE } from './scopes.js';

export interface TokenWish {
  /** The embedded provider's issuer, for example `http://127.0.0.1:4310/oidc`. */
  readonly issuer: string;
  /** What the token is for: `http://127.0.0.1:4310/mcp`. */
  readonly resource: string;
  /** User name of the person whose token it is. */
  readonly as: string;
  /** The agents that act for the person; the last one holds the token. None: the person's own token. */
  readonly agents?: readonly string[];
  /** Default: everything that the provider gives. */
  readonly scope?: string;
}

export interface IssuedToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly scope: string;
}

const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number(), scope: z.string().default('') });
const MAX_STEPS = 6;

/**
 * Obtains a token from the embedded provider of local mode in the way that browsers and agents do: login with the person's
 * demonstration password, authorization code with PKCE, then one token exchange for each agent. Refuses unknown people and
 * agents, and what the provider refuses. Rejects when the provider cannot be reached.
 */
export async function issueToken(wish: TokenWish): Promise<Result<IssuedToken>> {
  const person = personCalled(wish.as);
  if (person === undefined) return refuse('NOT_FOUND', `Nobody is called "${wish.as}".`);
  const verifier = randomBytes(32).toString('base64url');
  const code = await authorizationCode(wish, verifier, person.password);
  if (!code.ok) return code;
  let token = await requestToken(wish, {
    grant_type: 'authorization_code',
    client_id: CLI_CLIENT.id,
    redirect_uri: CLI_CLIENT.redirectUri,
    code: code.value,
    code_verifier: verifier,
  });
  for (const agent of wish.agents ?? []) {
    if (!token.ok) return token;
    token = await exchangeToken(wish, agent, token.value.accessToken);
  }
  return token;
}

async function exchangeToken(wish: TokenWish, agent: string, subjectToken: string): Promise<Result<IssuedToken>> {
  const client = LOCAL_AGENTS.find(({ id }) => id === agent);
  if (client === undefined) return refuse('NOT_FOUND', `No agent is called "${agent}".`);
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const parameters = {
    grant_type: TOKEN_EXCHANGE,
    subject_token: subjectToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource: wish.resource,
  };
  return requestToken(wish, parameters, { authorization: `Basic ${basic}` });
}

async function requestToken(
  wish: TokenWish,
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Result<IssuedToken>> {
  const response = await fetch(`${wish.issuer}/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(parameters),
  });
  if (!response.ok) return refuse('UNAUTHENTICATED', `The provider gave no token: ${await response.text()}`);
  const answer = TokenAnswer.parse(await response.json());
  return ok({ accessToken: answer.access_token, expiresIn: answer.expires_in, scope: answer.scope });
}

/** Walks the login as a browser would, and stops in front of the redirect to the client. */
async function authorizationCode(wish: TokenWish, verifier: string, password: string): Promise<Result<string>> {
  const cookies = new Map<string, string>();
  let url = authorizationUrl(wish, verifier);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response = await visit(url, cookies, form);
    const location = response.headers.get('location');
    if (location === null) break;
    url = new URL(location, url);
    if (url.href.startsWith(CLI_CLIENT.redirectUri)) return codeOf(url);
    form = url.pathname.includes('/interaction/') ? new URLSearchParams({ username: wish.as, password }) : undefined;
  }
  return refuse('UNAUTHENTICATED', `The provider did not let "${wish.as}" in.`);
}

function authorizationUrl(wish: TokenWish, verifier: string): URL {
  const url = new URL(`${wish.issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: CLI_CLIENT.id,
    redirect_uri: CLI_CLIENT.redirectUri,
    response_type: 'code',
    scope: wish.scope ?? PERSON_SCOPE,
    resource: wish.resource,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return url;
}

async function visit(url: URL, cookies: Map<string, string>, form: URLSearchParams | undefined): Promise<Response> {
  const response = await fetch(url, {
    method: form === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form === undefined ? {} : { body: form }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
  await response.arrayBuffer();
  return response;
}

function codeOf(url: URL): Result<string> {
  const code = url.searchParams.get('code');
  if (code !== null) return ok(code);
  return refuse('UNAUTHENTICATED', `The provider refused: ${url.searchParams.get('error_description') ?? 'no code'}`);
}
