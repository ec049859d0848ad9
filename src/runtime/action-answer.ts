import { type ErrorCode, ok, type Refusal, type Result, refusal } from '../shared/errors.js';
import type { ActionState, ActionView } from './action-view.js';
import type { CallAnswer } from './call.js';

/** What a call of a risky tool answers, from where its action stands. */
export function answerFor(action: ActionView): Result<CallAnswer> {
  switch (action.state) {
    case 'PENDING':
    case 'APPROVED':
    case 'EXECUTING':
      return ok({ kind: 'pending', action });
    case 'SUCCEEDED':
      return ok({ kind: 'result', value: action.execution?.result ?? {}, action });
    default:
      return { ok: false, refusal: notDone(action, action.state) };
  }
}

type Undone = Exclude<ActionState, 'PENDING' | 'APPROVED' | 'EXECUTING' | 'SUCCEEDED'>;

/** Why an action that is over has no result, and what the agent should do about it. */
const WHY: Readonly<Record<Undone, { readonly code: ErrorCode; readonly message: string }>> = {
  REJECTED: { code: 'REJECTED', message: 'A person rejected this. Do not retry; tell the user.' },
  EXPIRED: {
    code: 'EXPIRED',
    message: 'Nobody decided in time. Nothing was executed. Ask the user whether to request it again.',
  },
  CANCELLED: { code: 'CANCELLED', message: 'The request was withdrawn. Nothing was executed.' },
  SUPERSEDED: {
    code: 'SUPERSEDED',
    message: 'A newer request for the same object replaced this one. Nothing was executed.',
  },
  INVALIDATED: {
    code: 'STALE_RESOURCE',
    message: 'The object changed after this was requested. Nothing was executed; read it again.',
  },
  FAILED: { code: 'STALE_RESOURCE', message: 'The system refused it. Nothing was changed.' },
  OUTCOME_UNKNOWN: {
    code: 'OUTCOME_UNKNOWN',
    message: 'It was sent, but no answer came. Do not repeat it; ask for its status later.',
  },
};

const TOOL_CHANGED = 'The tool changed after this was requested. Nothing was executed; request it again.';

function notDone(action: ActionView, state: Undone): Refusal {
  const details = { planId: action.id, state };
  if (state === 'INVALIDATED' && action.stateReason === 'TOOL_CHANGED')
    return refusal('TOOL_CHANGED', TOOL_CHANGED, details);
  const { code, message } = WHY[state];
  if (state === 'FAILED') return refusal(code, action.execution?.error?.message ?? message, details);
  const given = state === 'REJECTED' && action.stateReason ? ` Reason given: ${action.stateReason}` : '';
  return refusal(code, message + given, details);
}
