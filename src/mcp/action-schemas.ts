import type { JsonObject } from '../canonical/json-value.js';

/** Longest time that one call waits: hosts cut calls at 60 s, some at less. */
const MAX_WAIT_MS = 20_000;

/** How long an agent should let pass between two questions that do not wait themselves. */
export const POLL_AFTER_MS = 5_000;

const MAX_PAGE = 50;

const id = { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' };
const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const count = { type: 'integer', minimum: 0 };

const planId = { ...id, description: 'The planId that the call of the tool answered.' };
const waitMs = (preset: number) => ({
  type: 'integer',
  minimum: 0,
  maximum: MAX_WAIT_MS,
  default: preset,
  description: 'Wait up to this many milliseconds for a change before answering.',
});

const subject = {
  planId: id,
  tool: text,
  summary: { ...text, description: 'What will happen, or happened, in one sentence.' },
};
const subjectKeys = Object.keys(subject);

const approvals = {
  required: { ...count, description: 'Approvals needed.' },
  approvals: { ...count, description: 'Approvals given so far.' },
};

/** While people decide or the engine works: also what a call of a risky tool answers instead of its result. */
const progress = {
  ...subject,
  actionDigest: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  approvalUrl: { ...text, description: 'The page on which entitled people decide. Opening it grants nothing.' },
  ...approvals,
  expiresAt: time,
  pollAfterMs: count,
  next: { enum: ['actions_status_v1', 'actions_execute_v1'], description: 'The tool to call next.' },
  message: { ...text, description: 'What to do now.' },
};

/** The answer APPROVAL_REQUIRED, and those that follow it until there is a result. */
export const PROGRESS_SCHEMA: JsonObject = {
  type: 'object',
  title: 'Not finished yet',
  properties: { status: { enum: ['APPROVAL_REQUIRED', 'APPROVED', 'EXECUTING'] }, ...progress },
  required: ['status', ...Object.keys(progress)],
  additionalProperties: false,
};

export const ACTION_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    status: { enum: ['APPROVAL_REQUIRED', 'APPROVED', 'EXECUTING', 'SUCCEEDED', 'CANCELLED'] },
    ...progress,
    result: { type: 'object', description: "The tool's result, when the status is SUCCEEDED." },
  },
  required: ['status', ...subjectKeys, 'message'],
  additionalProperties: false,
};

const listed = {
  status: text,
  ...subject,
  ...approvals,
  createdAt: time,
  expiresAt: time,
};

export const LIST_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    actions: {
      type: 'array',
      maxItems: MAX_PAGE,
      items: { type: 'object', properties: listed, required: Object.keys(listed), additionalProperties: false },
    },
    nextCursor: { ...id, description: 'Give this as cursor to read on. Absent on the last page.' },
  },
  required: ['actions'],
  additionalProperties: false,
};

export const STATUS_INPUT: JsonObject = object({ planId, waitMs: waitMs(0) }, ['planId']);
export const EXECUTE_INPUT: JsonObject = object({ planId, waitMs: waitMs(5_000) }, ['planId']);
export const CANCEL_INPUT: JsonObject = object(
  { planId, reason: { type: 'string', minLength: 1, maxLength: 500, pattern: '^[^\\u0000]*$' } },
  ['planId'],
);
export const LIST_INPUT: JsonObject = object(
  {
    state: { enum: ['open', 'all'], default: 'open', description: 'open: those that can still change.' },
    cursor: { ...id, description: 'nextCursor of the page before.' },
    limit: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 20 },
  },
  [],
);

function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}
