import type { JsonObject } from '../canonical/json-value.js';
import type { CannotDecide } from '../approval/eligibility.js';
import type { Bilingual } from '../canonical/display-template.js';

/** Where an action stands, as people and agents read it. APPROVED is derived (enough approvals, not yet claimed), never stored. */
export const ACTION_STATES = [
  'PENDING',
  'APPROVED',
  'EXECUTING',
  'SUCCEEDED',
  'FAILED',
  'OUTCOME_UNKNOWN',
  'REJECTED',
  'CANCELLED',
  'SUPERSEDED',
  'INVALIDATED',
  'EXPIRED',
] as const;

export type ActionState = (typeof ACTION_STATES)[number];

/** One row of a list. Times are RFC 3339 UTC, digests lower-case hex. */
export interface ActionSummary {
  readonly id: string;
  readonly tool: string;
  readonly title: Bilingual;
  readonly risk: string;
  readonly state: ActionState;
  /** The effect in one sentence, escaped for plain text. */
  readonly summary: Bilingual;
  readonly resource: { readonly type: string; readonly id: string; readonly label: string };
  readonly requester: { readonly name: string; readonly sub: string };
  readonly actors: readonly string[];
  readonly required: number;
  readonly approvals: number;
  readonly createdAt: string;
  readonly decideBy: string;
  readonly executeBy: string;
  readonly closedAt?: string;
  /** First eight hex digits of the action digest, `XXXX-XXXX`, for reading aloud. */
  readonly shortCode: string;
  readonly canDecide: boolean;
  readonly cannotDecideReason?: CannotDecide;
}

export interface DecisionView {
  readonly approver: { readonly name: string };
  readonly decision: 'APPROVE' | 'REJECT';
  readonly state: 'VALID' | 'CONSUMED' | 'REVOKED';
  /** False when it no longer counts: withdrawn, or the approver's rights changed since. */
  readonly counts: boolean;
  readonly reason: string;
  readonly at: string;
  readonly mine: boolean;
}

export interface ExecutionView {
  readonly id: string;
  readonly state: 'DISPATCHED' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN' | 'MANUAL';
  readonly operationId: string;
  readonly startedAt: string;
  readonly finishedAt?: string;
  /** Shaped and masked by the contract. */
  readonly result?: JsonObject;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface TimelineEntry {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly actor?: { readonly name: string };
  readonly data: JsonObject;
  readonly hash: string;
}

/** Everything about one action that its requester, its possible approvers and auditors may read. */
export interface ActionView extends ActionSummary {
  readonly actionDigest: string;
  readonly displayDigest: string;
  readonly toolDigest: string;
  readonly policyDigest: string;
  readonly operationId: string;
  /** What is shown and signed; see canonical/display.ts. */
  readonly display: JsonObject;
  readonly arguments: JsonObject;
  readonly rule: { readonly policy: string; readonly rule: string; readonly why: Bilingual };
  readonly adapterClass: string;
  readonly mode: 'automatic' | 'on_request';
  readonly run: string | null;
  readonly nonce: string;
  readonly resourceVersion: string;
  readonly snapshotAt: string;
  readonly stateReason?: string;
  readonly decisions: readonly DecisionView[];
  readonly eligible: readonly { readonly name: string }[];
  readonly excluded: readonly { readonly name: string; readonly why: 'SELF' | 'DECIDED' }[];
  readonly execution?: ExecutionView;
  readonly timeline: readonly TimelineEntry[];
  readonly chainVerified: boolean;
  readonly similar: readonly ActionSummary[];
  readonly approvalUrl: string;
  readonly reasonRequired: boolean;
  readonly canRevoke: boolean;
  readonly canCancel: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}
