import { createHash } from 'node:crypto';
import { badRequest, refusal } from '../http/answers.mjs';

/** @import { Capabilities } from '../capabilities.mjs' */
/** @import { Cancellation } from '../database/orders.store.mjs' */
/** @import { Read } from '../http/answers.mjs' */
/** @import { Call } from '../http/call.mjs' */

/** @type {Read<null>} */
const WHATEVER_VERSION = { ok: true, value: null };
export const OPERATION_ID = /^[\w-]{8,128}$/;

/**
 * The operation id that a request names in `Idempotency-Key`, bare or as a structured string
 * (draft-ietf-httpapi-idempotency-key-header §2.1).
 *
 * @param {Call['headers']} headers
 * @returns {string | undefined}
 */
export function operationIdIn(headers) {
  const header = headers['idempotency-key'];
  const [, quoted, bare] = /^(?:"(.*)"|(.*))$/.exec(typeof header === 'string' ? header : '') ?? [];
  const id = quoted ?? bare ?? '';
  return OPERATION_ID.test(id) ? id : undefined;
}

/**
 * @param {Call} call
 * @param {string} orderId
 * @param {Readonly<Capabilities>} offered
 * @returns {Read<Cancellation>}
 */
export function readCancellation(call, orderId, offered) {
  const operationId = operationIdIn(call.headers);
  if (!operationId)
    return refused(badRequest('Idempotency-Key must hold the operation id: 8 to 128 of A-Z a-z 0-9 _ -.'));
  const { reason, ...unknown } = call.body;
  if (typeof reason !== 'string' || reason.length < 3 || reason.length > 500 || reason.includes('\0')) {
    return refused(badRequest('reason must be a text of 3 to 500 characters.'));
  }
  if (Object.keys(unknown).length > 0) return refused(badRequest('The body may hold nothing but a reason.'));
  const expected = offered.conditionalWrites ? readIfMatch(call.headers['if-match']) : WHATEVER_VERSION;
  if (!expected.ok) return expected;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([orderId, reason]))
    .digest('hex');
  const dedupWindowMs = offered.dedup ? offered.dedupWindowMs : null;
  return {
    ok: true,
    value: { operationId, orderId, reason, fingerprint, expectedVersion: expected.value, dedupWindowMs },
  };
}

/**
 * One strong entity tag. `*` is refused: it would make the write unconditional.
 *
 * @param {string | undefined} header
 * @returns {Read<string>}
 */
function readIfMatch(header) {
  if (header === undefined) {
    return refused(
      refusal(428, 'PRECONDITION_REQUIRED', 'If-Match must hold the version that the order is expected to have.'),
    );
  }
  const version = /^"([1-9]\d{0,11})"$/.exec(header)?.[1];
  return version === undefined
    ? refused(badRequest('If-Match must be one version, like "3".'))
    : { ok: true, value: version };
}

/**
 * @param {ReturnType<typeof refusal>} answer
 * @returns {{ ok: false, answer: typeof answer }}
 */
function refused(answer) {
  return { ok: false, answer };
}
