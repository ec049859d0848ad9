import type { ResourceAttributes } from '../authorization/attributes.js';
import type { Bilingual } from '../canonical/display-template.js';

export type PlanState = 'PENDING' | 'CONSUMED' | 'REJECTED' | 'CANCELLED' | 'SUPERSEDED' | 'INVALIDATED' | 'EXPIRED';

/** Which rule of which policy asked for the approvals; stored with the plan and shown to approvers. */
export interface PlanRule {
  readonly policy: string;
  readonly rule: string;
  readonly why: Bilingual;
  /** What an approver must be allowed to do to this resource. */
  readonly permission: { readonly action: string; readonly subject: string };
}

/** A row of table `plan`. Digests are lower-case hex. */
export interface Plan {
  readonly tenant: string;
  readonly id: string;
  readonly requesterId: string;
  readonly requesterHuman: string;
  readonly tool: string;
  readonly toolDigest: string;
  readonly policyDigest: string;
  /** The canonical action, byte for byte. */
  readonly action: string;
  readonly actionDigest: string;
  readonly displayDigest: string;
  readonly operationId: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly resourceVersion: string;
  readonly attributes: ResourceAttributes;
  readonly required: number;
  readonly rule: PlanRule;
  readonly mode: 'automatic' | 'on_request';
  readonly state: PlanState;
  readonly quorumAt: Date | null;
  readonly decideBy: Date;
  readonly executeBy: Date;
}

/** What a new plan is stored from; see `create_plan.sql`. */
export interface NewPlan {
  readonly id: string;
  readonly requesterId: string;
  readonly requesterHuman: string;
  readonly epoch: number;
  readonly actors: readonly string[];
  readonly client: string;
  readonly run: string | null;
  readonly tool: string;
  readonly toolDigest: string;
  readonly policyDigest: string;
  readonly action: string;
  readonly actionDigest: string;
  readonly requestDigest: string;
  readonly display: string;
  readonly displayDigest: string;
  readonly operationId: string;
  readonly idempotencyKey: string | null;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly resourceVersion: string;
  readonly resourceLabel: string;
  readonly attributes: ResourceAttributes;
  readonly required: number;
  readonly rule: PlanRule;
  readonly mode: 'automatic' | 'on_request';
  readonly createdAt: string;
  readonly decideBy: string;
  readonly executeBy: string;
  /** Body of the event `plan.created`, JCS. */
  readonly event: string;
}

export type CreateOutcome =
  | 'CREATED'
  | 'JOINED'
  | 'KEY_REUSE'
  | 'TOOL_CHANGED'
  | 'TOOL_DISABLED'
  | 'RESOURCE_BUSY'
  | 'REAUTHZ_REQUIRED';
