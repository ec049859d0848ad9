import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { jcs } from '../canonical/jcs.js';
import { readStrictJson } from '../canonical/json-reader.js';

/** The one `typ` of approvals, so that no other thing signed by the same key passes for one (RFC 8725 §3.11). */
const APPROVAL_TYPE = 'countersign-approval+jws';

/** A JWS taken apart, not yet verified. */
export interface CompactJws {
  readonly kid: string;
  readonly payload: Buffer;
  readonly signingInput: Buffer;
  readonly signature: Buffer;
}

const MAX_JWS = 65_536;
const SIGNATURE_BYTES = 64;
const HEADER_LIMITS = { maxBytes: 512, maxDepth: 1 };

/** Signs a text as a compact JWS (RFC 7515 §7.1) with EdDSA (RFC 8037 §3.1). Header members come in canonical order. */
export function signCompact(payload: string, kid: string, key: KeyObject): string {
  const input = `${encode(Buffer.from(headerText(kid)))}.${encode(Buffer.from(payload))}`;
  return `${input}.${encode(sign(null, Buffer.from(input), key))}`;
}

/**
 * Takes a compact JWS apart, in its canonical spelling only. Without that, one signature has many spellings (spare bits and
 * padding of base64url, a trailing newline, another order of header members), and what is compared or counted by its text
 * can be counted twice. Refuses other algorithms, other types, `crit` and any further header member, duplicate names included.
 */
export function readCompact(jws: string): CompactJws | undefined {
  if (jws.length > MAX_JWS) return undefined;
  const parts = jws.split('.');
  const [header, payload, signature] = parts.map(decode);
  if (parts.length !== 3 || header === undefined || payload === undefined || signature === undefined) return undefined;
  if (signature.length !== SIGNATURE_BYTES) return undefined;
  const kid = kidOf(header);
  if (kid === undefined || header.toString() !== headerText(kid)) return undefined;
  return { kid, payload, signature, signingInput: Buffer.from(`${parts[0]}.${parts[1]}`) };
}

/** True when the signature was made with this Ed25519 key. False for a key of another kind: it never falls back. */
export function signatureHolds(jws: CompactJws, publicJwk: Record<string, unknown>): boolean {
  if (publicJwk['kty'] !== 'OKP' || publicJwk['crv'] !== 'Ed25519') return false;
  const key = createPublicKey({ key: publicJwk, format: 'jwk' });
  return verify(null, jws.signingInput, key, jws.signature);
}

function headerText(kid: string): string {
  return jcs({ alg: 'EdDSA', kid, typ: APPROVAL_TYPE });
}

function kidOf(header: Buffer): string | undefined {
  const read = readStrictJson(header, HEADER_LIMITS);
  if (!read.ok || read.value === null || typeof read.value !== 'object' || !('kid' in read.value)) return undefined;
  return typeof read.value.kid === 'string' ? read.value.kid : undefined;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url');
}

/** Node's reader skips what it does not know and ignores spare bits: only what it would write itself is accepted. */
function decode(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return encode(bytes) === part ? bytes : undefined;
}
