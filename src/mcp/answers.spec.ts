import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { anAction, CANCELLED_ORDER, PLAN_ID } from '../../test/support/mcp-fixtures.js';
import type { ActionState } from '../runtime/action-view.js';
import { refusal } from '../shared/errors.js';
import { CANCEL, LIST, STATUS } from './action-tool-definitions.js';
import { answerOfAction, answerOfCall, answerOfCancel, answerOfList, failure } from './answers.js';

function textOf(answer: CallToolResult): unknown {
  const [block] = answer.content;
  if (block?.type !== 'text') throw new Error('the answer has no text');
  return JSON.parse(block.text);
}

describe('a call that waits for people', () => {
  it('is no error and says the same as text and as structured content', () => {
    const answer = answerOfCall({ kind: 'pending', action: anAction() });

    expect(answer.isError).toBeUndefined();
    expect(textOf(answer)).toEqual(answer.structuredContent);
  });

  it('tells plan, digest, link, quorum, deadline, and what to call next and when', () => {
    const answer = answerOfCall({ kind: 'pending', action: anAction() });

    expect(answer.structuredContent).toEqual({
      status: 'APPROVAL_REQUIRED',
      planId: PLAN_ID,
      tool: 'orders.cancel.v1',
      summary: 'Cancel order A-100042 of Ada for 12,000.00 CNY.',
      actionDigest: 'ab'.repeat(32),
      approvalUrl: `http://127.0.0.1:4310/console/d/${PLAN_ID}`,
      required: 2,
      approvals: 1,
      expiresAt: '2026-11-28T14:00:00.000Z',
      pollAfterMs: 5_000,
      next: 'actions_status_v1',
      message: expect.stringContaining('1 of 2 approvals'),
    });
  });

  it('names the later deadline and the execute tool once an on-request action is approved', () => {
    const approved = anAction({ state: 'APPROVED', mode: 'on_request', approvals: 2 });

    expect(answerOfCall({ kind: 'pending', action: approved }).structuredContent).toMatchObject({
      status: 'APPROVED',
      expiresAt: '2026-11-28T15:00:00.000Z',
      next: 'actions_execute_v1',
    });
  });

  it('never sends an agent to execute what is executed by itself', () => {
    const approved = answerOfCall({ kind: 'pending', action: anAction({ state: 'APPROVED' }) });

    expect(approved.structuredContent).toMatchObject({ next: 'actions_status_v1' });
  });
});

describe('a call that is done', () => {
  it("answers the tool's result and nothing around it", () => {
    const answer = answerOfCall({ kind: 'result', value: CANCELLED_ORDER });

    expect(answer.structuredContent).toEqual(CANCELLED_ORDER);
    expect(textOf(answer)).toEqual(CANCELLED_ORDER);
  });
});

describe('the status of an action', () => {
  it.each<ActionState>(['PENDING', 'APPROVED', 'EXECUTING'])('%s keeps the output schema', (state) => {
    expect(STATUS.validateOutput(answerOfAction(anAction({ state })).structuredContent)).toBe(true);
  });

  it('wraps the result of an executed action, within the output schema', () => {
    const execution = {
      id: PLAN_ID,
      state: 'SUCCEEDED' as const,
      operationId: 'op',
      startedAt: '2026-11-28T11:00:00.000Z',
      result: CANCELLED_ORDER,
    };
    const answer = answerOfAction(anAction({ state: 'SUCCEEDED', execution }));

    expect(answer.structuredContent).toMatchObject({ status: 'SUCCEEDED', planId: PLAN_ID, result: CANCELLED_ORDER });
    expect(STATUS.validateOutput(answer.structuredContent)).toBe(true);
  });

  it.each([
    ['REJECTED', 'REJECTED', /do not retry/i],
    ['EXPIRED', 'EXPIRED', /nobody decided in time/i],
    ['CANCELLED', 'CANCELLED', /withdrawn/i],
    ['SUPERSEDED', 'SUPERSEDED', /newer request/i],
    ['INVALIDATED', 'STALE_RESOURCE', /read it again/i],
    ['FAILED', 'STALE_RESOURCE', /can no longer be cancelled/i],
    ['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN', /do not repeat it/i],
  ] as const)('%s is an error of code %s that says what to do', (state, code, advice) => {
    const execution = {
      id: PLAN_ID,
      state: 'FAILED' as const,
      operationId: 'op',
      startedAt: '2026-11-28T11:00:00.000Z',
      error: { code: 'STALE_RESOURCE', message: 'The order can no longer be cancelled.' },
    };
    const answer = answerOfAction(anAction({ state, execution }));

    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatchObject({ code, retryable: false, message: expect.stringMatching(advice) });
  });
});

describe('withdrawing', () => {
  it('that worked is a success, within the output schema', () => {
    const answer = answerOfCancel(anAction({ state: 'CANCELLED' }));

    expect(answer.isError).toBeUndefined();
    expect(answer.structuredContent).toMatchObject({ status: 'CANCELLED', planId: PLAN_ID });
    expect(CANCEL.validateOutput(answer.structuredContent)).toBe(true);
  });

  it('never claims that an action was withdrawn which ended otherwise', () => {
    expect(textOf(answerOfCancel(anAction({ state: 'REJECTED' })))).toMatchObject({ code: 'REJECTED' });
  });
});

describe('the list of actions', () => {
  it('keeps the output schema and hands the cursor on', () => {
    const answer = answerOfList({ items: [anAction(), anAction({ state: 'REJECTED' })], nextCursor: PLAN_ID });

    expect(answer.structuredContent).toMatchObject({
      actions: [
        { status: 'APPROVAL_REQUIRED', expiresAt: '2026-11-28T14:00:00.000Z' },
        { status: 'REJECTED', expiresAt: '2026-11-28T15:00:00.000Z' },
      ],
      nextCursor: PLAN_ID,
    });
    expect(LIST.validateOutput(answer.structuredContent)).toBe(true);
  });
});

describe('a refusal', () => {
  it('is an error of the taxonomy, without structured content that clients would hold against the output schema', () => {
    const answer = failure(refusal('RATE_LIMITED', 'Wait.', { retryAfterMs: 900 }));

    expect(answer.isError).toBe(true);
    expect(answer).not.toHaveProperty('structuredContent');
    expect(textOf(answer)).toEqual({
      code: 'RATE_LIMITED',
      message: 'Wait.',
      retryable: true,
      details: { retryAfterMs: 900 },
    });
  });
});
