import { z } from 'zod';
import type { JsonObject } from '../canonical/json-value.js';
import { RISKS } from '../contracts/tool-contract.js';
import { ACTION_STATES } from '../runtime/action-view.js';

const reason = z.string().trim().max(2_000);
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits');

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `POST /v1/actions`. The arguments stay the very value that the strict reader made. */
export const CallBody = z.strictObject({
  tool: z.string().min(1).max(200),
  arguments: z.custom<JsonObject>(isObject, 'must be an object'),
  run: z.string().min(1).max(200).optional(),
});

export const DecisionBody = z
  .strictObject({
    decision: z.enum(['APPROVE', 'REJECT']),
    reason: reason.default(''),
    actionDigest: digest,
    displayDigest: digest,
  })
  .refine((body) => body.decision === 'APPROVE' || body.reason.length > 0, {
    path: ['reason'],
    message: 'a rejection needs a reason',
  });

export const ReasonBody = z.strictObject({ reason: reason.optional() });
export const WaitBody = z.strictObject({ waitMs: z.number().int().min(0).max(20_000).default(0) });
export const RoleBody = z.strictObject({ role: z.string().min(1).max(100) });
export const NoBody = z.strictObject({});
export const SwitchBody = z.strictObject({ disabled: z.boolean(), reason: reason.min(3) });

export const ListParameters = z.strictObject({
  view: z.enum(['inbox', 'decided', 'mine', 'all']).default('mine'),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  // PostgreSQL cannot hold U+0000, so nothing is found by it.
  q: z
    .string()
    .max(200)
    .refine((text) => !text.includes('\0'), 'holds a null character')
    .optional(),
  risk: z.enum(RISKS).optional(),
  state: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(ACTION_STATES)).max(ACTION_STATES.length))
    .optional(),
});

/** `?wait=` in seconds. */
export const StatusParameters = z.strictObject({ wait: z.coerce.number().min(0).max(25).default(0) });
