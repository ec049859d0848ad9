import { actionTextDigest, isDigest, operationId } from './digest.js';
import { jcs } from './jcs.js';
import { freezeStrict, MAX_DEPTH, readStrictJson } from './json-reader.js';
import type { JsonLimits, JsonObject, JsonValue } from './json-value.js';
import { anyObject, integer, list, nullable, oneOf, record, text, textThat } from './shape.js';

/** The object that people approve and the engine executes. It holds no clock reading and no trace id. */
export type CanonicalAction = {
  readonly typ: 'countersign/action/v1';
  readonly tenant: string;
  readonly issuer: string;
  readonly requester: { readonly sub: string; readonly human: string };
  /** Who acts for the requester, nearest first (RFC 8693 §4.1); empty when the human calls without a delegate. */
  readonly actors: readonly string[];
  readonly client: string;
  readonly run: string | null;
  readonly plan: string;
  readonly nonce: string;
  readonly tool: string;
  readonly toolDigest: string;
  readonly arguments: JsonObject;
  readonly resource: { readonly type: string; readonly id: string; readonly version: string };
  readonly policyDigest: string;
  readonly approvals: { readonly required: number; readonly rule: string; readonly policy: string };
  /** RFC 3339 in UTC with milliseconds: `2026-11-30T23:59:59.000Z`. */
  readonly expiresAt: string;
};

/** An action with its canonical text and names. Only this `action` is shown, hashed and executed. */
export type SealedAction = {
  readonly action: CanonicalAction;
  readonly canonical: string;
  readonly digest: string;
  readonly operationId: string;
};

/** Arguments at their limits fit: their canonical text may be 3.4 times as long as the document (`1e15`). */
const ACTION_LIMITS: JsonLimits = { maxBytes: 512 * 1024, maxDepth: MAX_DEPTH + 1 };
const MAX_ACTORS = 16;
const MAX_APPROVALS = 100;
const FOUR_DIGIT_YEAR = /^[0-9]{4}-/;

const name = text(1, 512);
const digest = textThat(isDigest, 'a digest');
const actionShape = record({
  typ: oneOf('countersign/action/v1'),
  tenant: name,
  issuer: name,
  requester: record({ sub: name, human: name }),
  actors: list(name, MAX_ACTORS),
  client: name,
  run: nullable(name),
  plan: name,
  nonce: name,
  tool: name,
  toolDigest: digest,
  arguments: anyObject,
  resource: record({ type: name, id: name, version: name }),
  policyDigest: digest,
  approvals: record({ required: integer(0, MAX_APPROVALS), rule: name, policy: name }),
  expiresAt: textThat(isInstant, 'an RFC 3339 instant in UTC with milliseconds'),
});

/** Freezes an action and names it. Throws TypeError on any other shape: the engine itself composes actions. */
export function sealAction(action: CanonicalAction): SealedAction {
  const frozen = freezeStrict(action, ACTION_LIMITS);
  if (!frozen.ok) throw new TypeError(`action${frozen.pointer}: ${frozen.reason}`);
  const fault = actionShape(frozen.value);
  if (fault !== null) throw new TypeError(`action${fault}`);
  return seal(frozen.value as CanonicalAction, jcs(frozen.value));
}

/**
 * Opens an action from its stored canonical text. Refuses text that is not canonical (one action has one spelling, so
 * that the digest of the text and of the value agree) and any other shape.
 */
export function openAction(
  canonical: string,
): { readonly ok: true; readonly sealed: SealedAction } | { readonly ok: false; readonly reason: string } {
  const read = readStrictJson(Buffer.from(canonical, 'utf8'), ACTION_LIMITS);
  if (!read.ok) return { ok: false, reason: `${read.reason} at byte ${read.offset}` };
  if (jcs(read.value) !== canonical) return { ok: false, reason: 'not in canonical form' };
  const fault = actionShape(read.value);
  if (fault !== null) return { ok: false, reason: `action${fault}` };
  return { ok: true, sealed: seal(read.value as CanonicalAction, canonical) };
}

function seal(action: CanonicalAction & JsonValue, canonical: string): SealedAction {
  const actionDigest = actionTextDigest(canonical);
  return Object.freeze({ action, canonical, digest: actionDigest, operationId: operationId(actionDigest) });
}

function isInstant(instant: string): boolean {
  const time = Date.parse(instant);
  // The pattern keeps out the signed years of six digits that toISOString also writes; the way back, 30 February.
  return FOUR_DIGIT_YEAR.test(instant) && Number.isFinite(time) && new Date(time).toISOString() === instant;
}
