import type { PolicyEngine } from '../authorization/policy-engine.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import type { Principal } from '../identity/principal.js';
import type { Plan, PlanState } from '../planning/plan.js';

/** Why someone who looks at a plan cannot decide on it. The server alone knows; screens show the sentence for the code. */
export type CannotDecide = 'SELF' | 'NOT_ELIGIBLE' | 'ALREADY_DECIDED' | 'NOT_PENDING' | 'DECIDE_BY_PASSED';

export interface DecisionFacts {
  readonly state: PlanState;
  readonly decideBy: Date;
  readonly now: Date;
  readonly requesterHuman: string;
  readonly viewerHuman: string;
  /** Policy's answer for this viewer and this resource. */
  readonly entitled: boolean;
  /** This human has a decision on this plan already, in whatever state. */
  readonly decided: boolean;
}

/** Undefined when this viewer may decide now. */
export function whyNotDecide(facts: DecisionFacts): CannotDecide | undefined {
  if (facts.state !== 'PENDING') return 'NOT_PENDING';
  // On the human, not the account: a second account or an agent of the requester is still the requester.
  if (facts.viewerHuman === facts.requesterHuman) return 'SELF';
  if (!facts.entitled) return 'NOT_ELIGIBLE';
  if (facts.decided) return 'ALREADY_DECIDED';
  if (facts.now > facts.decideBy) return 'DECIDE_BY_PASSED';
  return undefined;
}

/**
 * Whether a plan exists for this viewer at all: its requester's human, whoever may decide on it or read its resource, auditors.
 * For everybody else it answers like a plan that is not there.
 */
export function maySeePlan(
  policy: PolicyEngine,
  viewer: Principal,
  plan: Pick<Plan, 'requesterHuman' | 'rule' | 'attributes'>,
): boolean {
  if (viewer.human === plan.requesterHuman) return true;
  const { permission } = plan.rule;
  return (
    policy.authorize(viewer, permission, plan.attributes).allowed ||
    policy.authorize(viewer, { action: 'read', subject: permission.subject }, plan.attributes).allowed ||
    mayAudit(policy, viewer)
  );
}

/** Whether there is any tool whose requests this viewer could ever decide on: it makes the inbox worth showing. */
export function mayApproveSomething(
  policy: PolicyEngine,
  viewer: Principal,
  contracts: readonly PublishedContract[],
): boolean {
  return contracts.some(
    ({ contract }) =>
      contract.approval !== undefined &&
      policy.maySee(viewer, { permission: { action: 'approve', subject: contract.permission.subject } }),
  );
}

/** Auditors read every trail of their tenant. */
export function mayAudit(policy: PolicyEngine, viewer: Principal): boolean {
  return policy.authorize(viewer, { action: 'audit', subject: 'Trail' }, {}).allowed;
}
