/**
 * The one error taxonomy. MCP, REST and the console all answer with these codes and no others.
 * `retryable` means: the very same call may be sent again and may then succeed.
 */
const RETRYABLE = {
  INVALID_ARGUMENTS: false,
  UNAUTHENTICATED: false,
  FORBIDDEN: false,
  UNKNOWN_TOOL: false,
  NOT_FOUND: false,
  STALE_RESOURCE: false,
  TOOL_CHANGED: true,
  POLICY_DENIED: false,
  NO_ELIGIBLE_APPROVER: false,
  APPROVAL_REQUIRED: false,
  REJECTED: false,
  EXPIRED: false,
  CANCELLED: false,
  SUPERSEDED: false,
  ALREADY_DECIDED: false,
  KEY_REUSE: false,
  RESOURCE_BUSY: true,
  RATE_LIMITED: true,
  CIRCUIT_OPEN: true,
  TIMEOUT: true,
  OUTCOME_UNKNOWN: false,
  TOOL_DISABLED: false,
  OUTPUT_INVALID: false,
  UNAVAILABLE: true,
  INTERNAL: false,
} as const;

export type ErrorCode = keyof typeof RETRYABLE;

/** An expected "no": a value, never thrown by decisions. `details` is safe to show to the caller. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refusal(code: ErrorCode, message: string, details?: Record<string, unknown>): Refusal {
  return { code, message, retryable: RETRYABLE[code], ...(details ? { details } : {}) };
}

export function refuse(code: ErrorCode, message: string, details?: Record<string, unknown>): Result<never> {
  return { ok: false, refusal: refusal(code, message, details) };
}

/** Carries a refusal through a transport's exception path (Nest filters, MCP mapper); decisions return `Result` instead. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.name = 'RefusalError';
  }
}

/** Unwraps a result at a transport's edge, where a refusal becomes the answer. */
export function orThrow<T>(result: Result<T>): T {
  if (!result.ok) throw new RefusalError(result.refusal);
  return result.value;
}
