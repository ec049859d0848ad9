import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject } from '../canonical/json-value.js';
import type { ActionState, ActionSummary, ActionView, Page } from '../runtime/action-view.js';
import type { CallAnswer } from '../runtime/call.js';
import { answerFor } from '../runtime/action-answer.js';
import type { Refusal } from '../shared/errors.js';
import { POLL_AFTER_MS } from './action-schemas.js';

/** Structured content, and the same as text: several hosts show the model only one of the two. */
function success(value: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}

/** A tool error. Without `structuredContent`: clients hold that against the output schema, errors or not. */
export function failure({ code, message, retryable, details }: Refusal): CallToolResult {
  const error = { code, message, retryable, ...(details === undefined ? {} : { details }) };
  return { content: [{ type: 'text', text: JSON.stringify(error) }], isError: true };
}

/** What a call of a contract's tool answers: its result, or how far the action is. Waiting for people is not an error. */
export function answerOfCall(answer: CallAnswer): CallToolResult {
  return success(answer.kind === 'result' ? answer.value : progress(answer.action));
}

/** Where an action stands, for the tools about actions. What ended without its effect is an error that says which. */
export function answerOfAction(action: ActionView): CallToolResult {
  const answer = answerFor(action);
  if (!answer.ok) return failure(answer.refusal);
  return success(answer.value.kind === 'pending' ? progress(action) : succeeded(action, answer.value.value));
}

/** What withdrawing answers: here, CANCELLED is what was asked for. */
export function answerOfCancel(action: ActionView): CallToolResult {
  if (action.state !== 'CANCELLED') return answerOfAction(action);
  return success({
    status: 'CANCELLED',
    ...subject(action),
    message: 'The request is withdrawn. Nothing was executed, and nobody can approve it any more.',
  });
}

export function answerOfList(page: Page<ActionSummary>): CallToolResult {
  return success({
    actions: page.items.map((action) => ({
      status: statusOf(action.state),
      ...subject(action),
      required: action.required,
      approvals: action.approvals,
      createdAt: action.createdAt,
      expiresAt: expiryOf(action),
    })),
    ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
  });
}

function progress(action: ActionView): JsonObject {
  const runsOnRequest = action.state === 'APPROVED' && action.mode === 'on_request';
  return {
    status: statusOf(action.state),
    ...subject(action),
    actionDigest: action.actionDigest,
    approvalUrl: action.approvalUrl,
    required: action.required,
    approvals: action.approvals,
    expiresAt: expiryOf(action),
    pollAfterMs: POLL_AFTER_MS,
    next: runsOnRequest ? 'actions_execute_v1' : 'actions_status_v1',
    message: whatToDo(action),
  };
}

function whatToDo({ state, mode, required, approvals }: ActionView): string {
  if (state === 'EXECUTING')
    return 'It is being executed. Ask actions_status_v1 for the result; do not send the call again.';
  if (state === 'APPROVED') {
    return mode === 'on_request'
      ? 'It is approved, and nothing was executed yet. Call actions_execute_v1 with this planId before expiresAt.'
      : 'It is approved and will be executed by itself. Ask actions_status_v1 for the result.';
  }
  return (
    `Nothing was executed yet: ${approvals} of ${required} approvals. Neither you nor the person you act for can approve it. ` +
    'Give the user approvalUrl, then ask actions_status_v1 with this planId and waitMs 20000 until the status changes. ' +
    'Sending the call again changes nothing.'
  );
}

function succeeded(action: ActionView, result: JsonObject): JsonObject {
  return {
    status: 'SUCCEEDED',
    ...subject(action),
    result,
    message: 'It was executed, once. Tell the user the result.',
  };
}

function subject(action: ActionSummary): { planId: string; tool: string; summary: string } {
  return { planId: action.id, tool: action.tool, summary: action.summary.en };
}

/** For agents, "pending" is called by what it asks of them. */
function statusOf(state: ActionState): string {
  return state === 'PENDING' ? 'APPROVAL_REQUIRED' : state;
}

/** Until when the action may go on as it stands: be approved, or, once approved, be executed. */
function expiryOf({ state, decideBy, executeBy }: ActionSummary): string {
  return state === 'PENDING' ? decideBy : executeBy;
}
