import type { ErrorCode, Refusal } from '../shared/errors.js';

/** The HTTP status of each code of the taxonomy. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  INVALID_ARGUMENTS: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  POLICY_DENIED: 403,
  UNKNOWN_TOOL: 404,
  NOT_FOUND: 404,
  STALE_RESOURCE: 409,
  TOOL_CHANGED: 409,
  NO_ELIGIBLE_APPROVER: 409,
  APPROVAL_REQUIRED: 409,
  REJECTED: 409,
  EXPIRED: 409,
  CANCELLED: 409,
  SUPERSEDED: 409,
  ALREADY_DECIDED: 409,
  RESOURCE_BUSY: 409,
  OUTCOME_UNKNOWN: 409,
  KEY_REUSE: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  OUTPUT_INVALID: 502,
  TOOL_DISABLED: 503,
  CIRCUIT_OPEN: 503,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
};

/** RFC 9457 problem details, with the taxonomy's code and whether the same call may be sent again. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly traceId: string;
  readonly errors?: unknown;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A refusal as an HTTP answer. `traceId` finds the request in the log. */
export function problemOf(refusal: Refusal, traceId: string): Problem {
  const { errors, ...details } = refusal.details ?? {};
  return {
    type: `https://countersign.dev/problems/${refusal.code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(refusal.code),
    status: STATUS[refusal.code],
    detail: refusal.message,
    code: refusal.code,
    retryable: refusal.retryable,
    traceId,
    ...(errors === undefined ? {} : { errors }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
}

/** Headers that belong to the answer: when to come back, how to log in. */
export function problemHeaders(refusal: Refusal): Record<string, string> {
  if (refusal.code === 'UNAUTHENTICATED') return { 'www-authenticate': challenge(refusal) };
  const after = refusal.details?.retryAfterMs;
  if (typeof after === 'number') return { 'retry-after': String(Math.ceil(after / 1000)) };
  return refusal.code === 'UNAVAILABLE' ? { 'retry-after': '2' } : {};
}

/** RFC 6750 §3: no error attribute when the request brought no token at all. */
function challenge(refusal: Refusal): string {
  return refusal.details?.error === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer';
}

function titleOf(code: ErrorCode): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
