import type { ActionState, ActionView } from '../api/types';

/** Why a decision that was being made is no longer possible, and who is behind it. */
export type Conflict =
  | { readonly kind: 'rejected' | 'approved' | 'withdrawn'; readonly name: string; readonly at: string }
  | { readonly kind: 'mine'; readonly at: string }
  | { readonly kind: 'state'; readonly state: ActionState }
  | { readonly kind: 'rights' };

/** Reads from the newest view what came first. Undefined while this person may still decide. */
export function conflictOf(action: ActionView): Conflict | undefined {
  if (action.canDecide) return undefined;
  const mine = action.decisions.find((decision) => decision.mine && decision.state !== 'REVOKED');
  const rejection = action.decisions.find(({ decision }) => decision === 'REJECT');
  if (mine !== undefined) return { kind: 'mine', at: mine.at };
  if (rejection !== undefined) return { kind: 'rejected', name: rejection.approver.name, at: rejection.at };
  if (action.state === 'CANCELLED') return withdrawnBy(action);
  if (['APPROVED', 'EXECUTING', 'SUCCEEDED', 'FAILED', 'OUTCOME_UNKNOWN'].includes(action.state)) {
    const last = action.decisions.filter(({ counts }) => counts).at(-1);
    if (last !== undefined) return { kind: 'approved', name: last.approver.name, at: last.at };
  }
  if (action.cannotDecideReason === 'DECIDE_BY_PASSED') return { kind: 'state', state: 'EXPIRED' };
  return action.state === 'PENDING' ? { kind: 'rights' } : { kind: 'state', state: action.state };
}

function withdrawnBy(action: ActionView): Conflict {
  const event = action.timeline.findLast(({ type }) => type === 'plan.cancelled');
  if (event === undefined) return { kind: 'state', state: 'CANCELLED' };
  return { kind: 'withdrawn', name: event.actor?.name ?? action.requester.name, at: event.at };
}
