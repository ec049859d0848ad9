import { z } from 'zod';
import { textFault } from '../canonical/json-rules.js';
import { ok, type Result, refuse } from '../shared/errors.js';

/** An account at an identity provider, and whose it is. */
interface Account {
  readonly tenant: string;
  readonly issuer: string;
  readonly sub: string;
  /** The person behind the account; `client:<sub>` for a machine that acts for nobody. Separation of duties is keyed on it. */
  readonly human: string;
  /** Display name. */
  readonly name: string;
}

/** Who is calling, built from a verified token and the directory only. */
export interface Principal extends Account {
  /** UUID of the row in table `principal`. */
  readonly id: string;
  /** What the directory grants: the token's roles, minus the revoked ones, none when disabled. */
  readonly roles: readonly string[];
  readonly businessLines: readonly string[];
  readonly scopes: readonly string[];
  /** The agents that act for the human (RFC 8693 §4.1 `act`), outermost first. */
  readonly actors: readonly string[];
  /** The OAuth client that presented the token. */
  readonly client: string;
  /** `authz_epoch` at the time of reading. */
  readonly epoch: number;
  /** Seconds since 1970. */
  readonly tokenExpiresAt: number;
  /** The engine's own console session of a person, or a bearer token that some client holds and whose scopes bound it. */
  readonly channel: 'console' | 'token';
}

/**
 * The scope of a token with which a person decides. A provider must give it to no client that an agent holds, or the agent could
 * sign in its person's name.
 */
export const DECIDE_SCOPE = 'approvals:decide';

/** What the `human` of a machine begins with that acts for nobody. */
const MACHINE = 'client:';

/**
 * True when a person speaks for themselves: no machine that acts for nobody, no agent in between, and a channel in which
 * people decide.
 */
export function decidesInPerson(principal: Principal): boolean {
  return !principal.human.startsWith(MACHINE) && principal.actors.length === 0 && holdsScope(principal, DECIDE_SCOPE);
}

/** Scopes bound what a client may do with a person's token; the console is the person's own. */
export function holdsScope(principal: Principal, scope: string): boolean {
  return principal.channel === 'console' || principal.scopes.includes(scope);
}

/** What a verified token claims, before the directory has had its say. */
export interface ClaimedPrincipal extends Account {
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly businessLines: readonly string[];
  readonly scopes: readonly string[];
  readonly actors: readonly string[];
  readonly client: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** One principal as the directory knows it. */
export interface DirectoryEntry extends Account {
  readonly id: string;
  readonly email: string | null;
  /** Effective: what policies see. */
  readonly roles: readonly string[];
  /** What the identity provider says. */
  readonly claimedRoles: readonly string[];
  /** What an administrator took away; kept apart, so that a new token does not give it back. */
  readonly revokedRoles: readonly string[];
  readonly businessLines: readonly string[];
  readonly disabled: boolean;
  readonly epoch: number;
}

/** The deepest chain of agents that is believed: beyond it nobody can tell who decided what. */
export const MAX_ACTORS = 4;

const MAX_LIST = 100;
const CONTROL = /\p{Cc}/u;

// Control characters and half surrogates are refused: PostgreSQL cannot hold them all, and the canonical action must.
const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((value) => textFault(value) === null && !CONTROL.test(value), 'holds characters that no name has');

const names = z.array(text(100)).max(MAX_LIST).default([]);
const seconds = z.number().int().positive();

const Claims = z.object({
  iss: text(512),
  sub: text(255),
  tenant: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/),
  human: text(255).optional(),
  name: text(200).optional(),
  email: text(320).optional(),
  roles: names,
  business_lines: names,
  scope: z.string().max(4_000).default(''),
  client_id: text(512).optional(),
  azp: text(512).optional(),
  act: z.unknown().optional(),
  iat: seconds,
  exp: seconds,
});

const Actor = z.object({ sub: text(255), act: z.unknown().optional() });

/**
 * Reads the claims of a verified token. Refuses a missing or odd tenant, lists that hold anything but text, a chain of more
 * than `MAX_ACTORS` agents, and a token that names no client. Lists come out sorted and without repetition, so that a
 * provider which shuffles them does not look like a change of rights. The refusal's message names the claim: log it, never
 * send it.
 */
export function claimedPrincipal(claims: unknown): Result<ClaimedPrincipal> {
  const parsed = Claims.safeParse(claims);
  if (!parsed.success) return refuse('UNAUTHENTICATED', `claim ${parsed.error.issues[0]?.path.join('.') ?? '?'}`);
  const c = parsed.data;
  const client = c.client_id ?? c.azp;
  if (client === undefined) return refuse('UNAUTHENTICATED', 'claim client_id');
  const actors = actorChain(c.act);
  if (actors === undefined) return refuse('UNAUTHENTICATED', 'claim act');
  return ok({
    tenant: c.tenant,
    issuer: c.iss,
    sub: c.sub,
    human: c.human ?? (c.sub === client ? `${MACHINE}${c.sub}` : c.sub),
    name: c.name ?? c.email ?? c.sub,
    email: c.email ?? null,
    roles: asSet(c.roles),
    businessLines: asSet(c.business_lines),
    scopes: asSet(c.scope.split(' ').filter((scope) => scope !== '')),
    actors,
    client,
    issuedAt: c.iat,
    expiresAt: c.exp,
  });
}

/** The effective roles of a directory row: default is none. */
export function effectiveRoles(row: {
  readonly claimedRoles: readonly string[];
  readonly revokedRoles: readonly string[];
  readonly disabled: boolean;
}): readonly string[] {
  return row.disabled ? [] : row.claimedRoles.filter((role) => !row.revokedRoles.includes(role));
}

/** What a token or a session says about one call. */
export type CallFacts = Pick<Principal, 'scopes' | 'actors' | 'client' | 'tokenExpiresAt' | 'channel'>;

/** Joins what is known of this call with what the directory says about the caller. */
export function principalOf(entry: DirectoryEntry, call: CallFacts): Principal {
  return Object.freeze({
    id: entry.id,
    tenant: entry.tenant,
    issuer: entry.issuer,
    sub: entry.sub,
    human: entry.human,
    name: entry.name,
    roles: entry.roles,
    businessLines: entry.businessLines,
    scopes: call.scopes,
    actors: call.actors,
    client: call.client,
    epoch: entry.epoch,
    tokenExpiresAt: call.tokenExpiresAt,
    channel: call.channel,
  });
}

/** The subjects of a nested `act` claim, outermost first; undefined when it is malformed or deeper than `MAX_ACTORS`. */
export function actorChain(act: unknown): readonly string[] | undefined {
  const actors: string[] = [];
  for (let link = act; link !== undefined; ) {
    const actor = Actor.safeParse(link);
    if (!actor.success || actors.length === MAX_ACTORS) return undefined;
    actors.push(actor.data.sub);
    link = actor.data.act;
  }
  return actors;
}

function asSet(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort();
}
