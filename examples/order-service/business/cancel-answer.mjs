import { ok, refusal } from '../http/answers.mjs';

/** @import { CancelOutcome } from '../database/orders.store.mjs' */
/** @import { Answer } from '../http/answers.mjs' */

/**
 * @param {CancelOutcome} outcome
 * @returns {Answer}
 */
export function cancelAnswer(outcome) {
  switch (outcome.outcome) {
    case 'APPLIED':
      return ok(outcome.result, { etag: entityTag(outcome.result.version) });
    case 'REPLAYED':
      return ok(outcome.result, { etag: entityTag(outcome.result.version), 'idempotent-replayed': 'true' });
    case 'ABORTED':
      return refusal(409, 'OPERATION_ABORTED', 'This operation was aborted and will never be applied.');
    case 'KEY_REUSED':
      return refusal(422, 'KEY_REUSE', 'This operation id belongs to another request.');
    case 'NOT_FOUND':
      return ORDER_NOT_FOUND;
    case 'VERSION_CONFLICT': {
      const message = `The order is at version ${outcome.version}.`;
      return refusal(412, 'VERSION_CONFLICT', message, { etag: entityTag(outcome.version) });
    }
    case 'NOT_CANCELLABLE':
      return refusal(409, 'NOT_CANCELLABLE', `An order that is ${outcome.state} cannot be cancelled.`);
  }
}

export const ORDER_NOT_FOUND = refusal(404, 'ORDER_NOT_FOUND', 'There is no such order.');

/** @param {string} version */
export function entityTag(version) {
  return `"${version}"`;
}
