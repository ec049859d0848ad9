import { hash } from 'node:crypto';
import { jcs } from './jcs.js';
import { hasLoneSurrogate } from './json-rules.js';
import type { JsonObject, JsonValue } from './json-value.js';

/** What an idempotency key is bound to. */
export type RequestIdentity = {
  readonly tenant: string;
  readonly requester: { readonly sub: string; readonly human: string };
  readonly tool: string;
  readonly arguments: JsonObject;
};

const SHA256_HEX = /^[0-9a-f]{64}$/;
const RENDERER_NAME = /^[a-z0-9.-]+$/;
const BASE32_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** True for the only spelling of a SHA-256 digest that is used here: 64 lower-case hexadecimal digits. */
export function isDigest(text: string): boolean {
  return SHA256_HEX.test(text);
}

/** SHA-256 of the action that people approve and the engine executes: over its canonical text (RFC 8785). */
export function actionDigest(action: JsonObject): string {
  return actionTextDigest(jcs(action));
}

/** The same digest over canonical text that is already there, as stored evidence is checked byte by byte. */
export function actionTextDigest(canonical: string): string {
  return sha256('countersign/action/v1', canonical);
}

/**
 * The name under which the downstream sees the effect: 52 characters of lower-case base32 (RFC 4648 §6, no padding).
 * Derived from the action alone, so that whoever repeats the action repeats the name. Throws TypeError without a digest.
 */
export function operationId(actionDigestHex: string): string {
  assertDigest(actionDigestHex);
  return base32(Buffer.from(sha256('countersign/operation/v1', actionDigestHex), 'hex'));
}

/** The digest of one request: who asks for which tool with which arguments. */
export function requestDigest(request: RequestIdentity): string {
  const { tenant, requester, tool, arguments: given } = request;
  const identity = { tenant, requester: { sub: requester.sub, human: requester.human }, tool, arguments: given };
  return sha256('countersign/request/v1', jcs(identity));
}

/** The digest of what was shown, bound to the version of the renderer that wrote it. */
export function displayDigest(rendererVersion: string, display: JsonObject): string {
  // A line break in the version could move the border between version and display.
  if (!RENDERER_NAME.test(rendererVersion)) throw new TypeError('not a renderer version');
  return sha256('countersign/display/v1', `${rendererVersion}\n${jcs(display)}`);
}

/** The digest of a tool contract's canonical form. */
export function toolDigest(contract: JsonObject): string {
  return sha256('countersign/tool/v1', jcs(contract));
}

/** The digest of a policy set's canonical form. */
export function policyDigest(policy: JsonValue): string {
  return sha256('countersign/policy/v1', jcs(policy));
}

/** The hash that chains an audit event to its successor, over the event's canonical text. */
export function eventHash(canonicalEventText: string): string {
  return sha256('countersign/event/v1', canonicalEventText);
}

/** The WebAuthn challenge of an approval, over the statement's canonical text; the authenticator is given its 32 bytes. */
export function approvalChallenge(statementJcs: string): string {
  return sha256('countersign/approval/v1', statementJcs);
}

/** The first line names the purpose, so that a digest made for one purpose never serves another. */
function sha256(purpose: string, text: string): string {
  // UTF-8 encoding writes U+FFFD for half a surrogate pair: two texts would have one digest.
  if (hasLoneSurrogate(text)) throw new TypeError('text with a lone surrogate has no digest');
  return hash('sha256', `${purpose}\n${text}`, 'hex');
}

function assertDigest(text: string): void {
  if (!isDigest(text)) throw new TypeError('not a digest of 64 lower-case hexadecimal digits');
}

/** 256 bits make 51 digits and leave one bit over, so that there always is a last, padded digit. */
function base32(digest: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of digest) {
    pending = ((pending << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32_ALPHABET[(pending >> bits) & 31];
    }
  }
  return text + BASE32_ALPHABET[(pending << (5 - bits)) & 31];
}
