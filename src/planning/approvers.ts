import type { Authority, PolicyEngine, ResourceAttributes } from '../authorization/policy-engine.js';

/** A principal of the directory, as far as the question "may this one decide?" needs it. */
export interface Candidate extends Authority {
  readonly id: string;
  readonly human: string;
  readonly name: string;
}

/** What a plan asks of its approvers. */
export interface ApprovalNeed {
  readonly requesterHuman: string;
  readonly permission: { readonly action: string; readonly subject: string };
  readonly attributes: ResourceAttributes;
}

/**
 * Who of the directory may decide: entitled to this very resource, and not the requester's own human, whatever account they
 * use. One entry for each human.
 */
export function eligibleApprovers<C extends Candidate>(
  policy: PolicyEngine,
  need: ApprovalNeed,
  all: readonly C[],
): C[] {
  const byHuman = new Map<string, C>();
  for (const candidate of all) {
    if (candidate.human === need.requesterHuman || byHuman.has(candidate.human)) continue;
    if (policy.authorize(candidate, need.permission, need.attributes).allowed) byHuman.set(candidate.human, candidate);
  }
  return [...byHuman.values()];
}
