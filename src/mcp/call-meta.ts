import { ok, type Result, refuse } from '../shared/errors.js';

/** What a caller may say about a call beside its arguments. */
export interface CallMeta {
  readonly idempotencyKey?: string;
  readonly run?: string;
}

const KEY = 'countersign/idempotencyKey';
const RUN = 'countersign/run';

// No control characters and no half surrogates: PostgreSQL cannot hold them all, and two keys must not look alike in a log.
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/**
 * Reads `_meta` of a tool call: `countersign/idempotencyKey` and `countersign/run`, 1 to 200 characters each. Members of
 * others are ignored. Refuses a member of ours that is anything else with INVALID_ARGUMENTS: dropped in silence, a key would
 * leave its caller without the protection that they count on.
 */
export function readCallMeta(meta: unknown): Result<CallMeta> {
  if (typeof meta !== 'object' || meta === null) return ok({});
  const given = new Map(Object.entries(meta));
  const key = given.get(KEY);
  const run = given.get(RUN);
  if (!isNameOrAbsent(key)) return refuseName(KEY);
  if (!isNameOrAbsent(run)) return refuseName(RUN);
  return ok({ ...(key === undefined ? {} : { idempotencyKey: key }), ...(run === undefined ? {} : { run }) });
}

function isNameOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && NAME.test(value));
}

function refuseName(name: string): Result<never> {
  const message = 'must be text of 1 to 200 characters without control characters';
  return refuse('INVALID_ARGUMENTS', `_meta["${name}"] ${message}.`, {
    errors: [{ pointer: `/_meta/${name.replaceAll('/', '~1')}`, message }],
  });
}
