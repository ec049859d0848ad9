import { z } from 'zod';
import { isPlainText } from '../../canonical/display-text.js';
import { LOST_ANSWER } from '../../canonical/lost-answer.js';
import { durationMs } from '../../shared/duration.js';
import { EXECUTION_MODES, LIFECYCLE_STATES, MASKS, RISKS } from '../tool-contract.js';

const MAX_DURATION = 30 * 86_400_000;

/** Words that people read and sign: nothing in them hides, and they do not begin or end with space. */
const words = (most: number) =>
  z
    .string('must be text')
    .min(1, 'is empty')
    .max(most, `is longer than ${most} characters`)
    .refine((text) => text === text.trim(), 'begins or ends with space')
    .refine((text) => isPlainText(text), 'has characters that would not be shown as they are');

const bilingual = (most: number) => z.strictObject({ en: words(most), zh: words(most) });

/** 64 characters are what every host accepts in a tool's name. */
const named = (pattern: RegExp, example: string) =>
  z.string('must be text').regex(pattern, `must look like ${example}`).max(64, 'is longer than 64 characters');

const duration = z
  .string('must be text')
  .refine((text) => durationMs(text) !== undefined, 'must be a duration like 30s, 15m, 4h or 7d')
  .refine((text) => (durationMs(text) ?? 0) <= MAX_DURATION, 'is longer than 30 days');

const count = (least: number, most: number) =>
  z.int('must be a whole number').min(least, `must be at least ${least}`).max(most, `must be at most ${most}`);

const description = z
  .string('must be text')
  .min(40, 'is too short to tell a model when to use the tool, when not, and what happens next')
  .max(2_000, 'is longer than 2000 characters')
  .refine((text) => isPlainText(text.replaceAll('\n', ' ')), 'has characters that would not be shown as they are');

const sunset = z.iso.date('must be a date like 2027-01-31');
const propertyPath = named(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)*$/, 'customer.phone');
const schema = z.record(z.string(), z.unknown(), 'must be a JSON Schema');
const argumentNote = z.strictObject({ label: bilingual(80), untrusted: z.boolean('must be true or false').optional() });
const adapterClass = z.enum(Object.keys(LOST_ANSWER) as [string, ...string[]]);

const preview = z.strictObject({
  effect: bilingual(300),
  consequence: bilingual(300),
  fields: z.array(z.strictObject({ label: bilingual(80), path: z.string('must be text') })).min(1, 'is empty'),
  diff: z.array(z.strictObject({ attribute: named(/^[A-Za-z][A-Za-z0-9]*$/, 'businessLine'), label: bilingual(80) })),
});

/** The structure of a contract file. It is `ToolContract` (tool-contract.ts) as a check: no member is unknown, none defaulted. */
export const ContractStructure = z.strictObject({
  id: named(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+\.v[1-9][0-9]{0,3}$/, 'orders.cancel.v1'),
  version: count(1, 9_999),
  title: bilingual(80),
  description,
  owner: z.strictObject({ system: words(80), team: words(80) }),
  lifecycle: z.strictObject({
    state: z.enum(LIFECYCLE_STATES),
    sunset: sunset.optional(),
    replacedBy: z.string('must be text').optional(),
  }),
  risk: z.enum(RISKS),
  permission: z.strictObject({
    action: named(/^[a-z][A-Za-z0-9]*$/, 'cancel'),
    subject: named(/^[A-Z][A-Za-z0-9]*$/, 'Order'),
  }),
  scopes: z.array(named(/^[a-z][a-z0-9:._-]*$/, 'orders:read')),
  input: schema,
  output: schema,
  arguments: z.record(z.string(), argumentNote),
  resource: z
    .strictObject({
      type: named(/^[A-Z][A-Za-z0-9]*$/, 'Order'),
      idFrom: z.string('must be text'),
      versionFrom: z.string('must be text').optional(),
    })
    .optional(),
  preview: preview.optional(),
  approval: z
    .strictObject({
      policy: named(/^[a-z][a-z0-9-]*$/, 'orders-cancel'),
      decideWithin: duration,
      reasonRequired: z.boolean('must be true or false'),
    })
    .optional(),
  execution: z
    .strictObject({
      mode: z.enum(EXECUTION_MODES),
      executeWithin: duration,
      replayWithin: duration,
      timeoutMs: count(100, 120_000),
      adapterClass,
    })
    .optional(),
  result: z.strictObject({
    allow: z.array(propertyPath).min(1, 'is empty'),
    mask: z.record(propertyPath, z.enum(MASKS)),
  }),
  limits: z.strictObject({ perPrincipalPerMinute: count(1, 1_000_000), perTenantPerMinute: count(1, 1_000_000) }),
  adapter: z.strictObject({
    protocol: z.literal('local'),
    handler: named(/^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/, 'orders.cancel'),
  }),
  examples: z
    .array(z.strictObject({ arguments: z.record(z.string(), z.unknown()) }))
    .min(1, 'is empty: models learn from an example'),
});
