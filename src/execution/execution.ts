import type { JsonObject } from '../canonical/json-value.js';

export type ExecutionState = 'DISPATCHED' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN' | 'MANUAL';

/** A row of table `execution`. */
export interface Execution {
  readonly id: string;
  readonly plan: string;
  readonly state: ExecutionState;
  readonly operationId: string;
  readonly result: JsonObject | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

/** Why a claim is refused by what the service established, not by what the claim itself finds. */
export type Denial = 'FORBIDDEN' | 'POLICY_DENIED' | 'TOOL_CHANGED' | 'TOOL_DISABLED';

/** What the service established before the claim; the claim holds it against the locked rows. */
export interface ClaimRequest {
  readonly executionId: string;
  readonly actionDigest: string;
  /** The requester's epoch under which CASL was evaluated. */
  readonly epoch: number;
  /** Ids of approvals whose signatures were verified from the stored bytes and whose approvers are entitled. */
  readonly verified: readonly string[];
  /** Authorization or policy says no: the claim records the denial, under the lock, and refuses. */
  readonly denial?: Denial;
  /** How long the claim holds before others may ask what became of it, in milliseconds. */
  readonly leaseMs: number;
  readonly lock?: string;
  readonly apply?: string;
}

/** Outcomes of `claim_execution`. */
export type ClaimOutcome = string;

/** What the queue should do with a claim's answer. */
export function afterClaim(outcome: ClaimOutcome): 'settled' | 'reauthorize' | 'arranged' {
  switch (outcome) {
    case 'REAUTHZ_REQUIRED':
      return 'reauthorize';
    // The claim moved or removed the wake-up itself, under the plan's lock.
    case 'SUCCEEDED':
    case 'FAILED':
    case 'DISPATCHED':
    case 'NOT_APPROVED':
    case 'DIGEST_MISMATCH':
    case 'TOOL_DISABLED':
    case 'RESOURCE_BUSY':
    case 'FORBIDDEN':
    case 'POLICY_DENIED':
    case 'TOOL_CHANGED':
      return 'arranged';
    default:
      return 'settled';
  }
}
