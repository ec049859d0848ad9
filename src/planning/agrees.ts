import type { SealedAction } from '../canonical/action.js';
import type { Plan } from './plan.js';

/**
 * True when a plan's columns say what the signed action says. The engine steers by columns; people signed the action. A row that
 * was changed behind the engine's back (another resource, fewer approvals, a later deadline, another account of the requester
 * with more rights) must not run under their signatures. `requester` is the account that the row points to.
 */
export function agreesWithAction(
  plan: Plan,
  requester: { readonly issuer: string; readonly sub: string },
  { action, operationId }: SealedAction,
): boolean {
  return (
    action.tenant === plan.tenant &&
    action.plan === plan.id &&
    action.issuer === requester.issuer &&
    action.requester.sub === requester.sub &&
    action.requester.human === plan.requesterHuman &&
    operationId === plan.operationId &&
    action.tool === plan.tool &&
    action.toolDigest === plan.toolDigest &&
    action.policyDigest === plan.policyDigest &&
    action.resource.type === plan.resourceType &&
    action.resource.id === plan.resourceId &&
    action.resource.version === plan.resourceVersion &&
    action.approvals.required === plan.required &&
    action.approvals.rule === plan.rule.rule &&
    action.approvals.policy === plan.rule.policy &&
    plan.executeBy.getTime() <= Date.parse(action.expiresAt)
  );
}
