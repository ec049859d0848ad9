import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { freezeStrict } from '../canonical/json-reader.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import { ok, type Result, refuse } from '../shared/errors.js';
import type { JsonSchema } from './tool-contract.js';

/** Where the arguments are wrong (JSON pointer, RFC 6901) and how. Values of the caller are never repeated. */
export interface ArgumentError {
  readonly pointer: string;
  readonly message: string;
}

const FORMATS = ['date', 'date-time', 'email', 'uuid', 'uri'] as const;
const MAX_ERRORS = 20;
const MAX_NAME = 64;

const STRICT = {
  strict: true,
  strictRequired: true,
  allErrors: true,
  coerceTypes: false,
  ownProperties: true,
} as const;

const forArguments = withFormats(new Ajv2020({ ...STRICT, useDefaults: true }));
const forResults = withFormats(new Ajv2020({ ...STRICT, allErrors: false }));

/**
 * Compiles the check of a tool's arguments. The check answers the value that is hashed and executed: defaults are applied to a
 * copy before any digest, and the copy is frozen again. Throws what ajv says about a schema that is none.
 */
export function compileInput(tool: string, schema: JsonSchema): (value: JsonValue) => Result<JsonObject> {
  const validate = forArguments.compile(schema);
  const fillsIn = hasDefaults(schema);
  return (value) => {
    const candidate = fillsIn ? thaw(value) : value;
    if (!validate(candidate)) return refuseArguments(tool, argumentErrors(validate));
    if (!fillsIn) return ok(candidate as JsonObject);
    const frozen = freezeStrict(candidate);
    if (frozen.ok) return ok(frozen.value as JsonObject);
    return refuseArguments(tool, [{ pointer: frozen.pointer, message: `is ${frozen.reason}` }]);
  };
}

/** Compiles the check of a result before it is shaped. Throws what ajv says about a schema that is none. */
export function compileOutput(schema: JsonSchema): (value: unknown) => boolean {
  const validate = forResults.compile(schema);
  return (value) => {
    // An `$async` schema would answer a promise, which counts as true everywhere but here.
    const verdict: unknown = validate(value);
    return verdict === true;
  };
}

/** Why a schema does not compile, or null. */
export function compileFault(schema: JsonSchema): string | null {
  try {
    forResults.compile(schema);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** True when any schema in it has a `default`. */
export function hasDefaults(schema: JsonValue): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if (Array.isArray(schema)) return schema.some(hasDefaults);
  const members = schema as JsonObject;
  const { properties } = members;
  const named = typeof properties === 'object' && properties !== null ? Object.values(properties) : [];
  return members['default'] !== undefined || named.some(hasDefaults) || hasDefaults(members['items'] ?? null);
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  addFormats.default(ajv, [...FORMATS]);
  return ajv;
}

/** A copy that defaults can be written into, still without prototypes. */
function thaw(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(thaw);
  const copy: Record<string, JsonValue> = Object.create(null);
  for (const [name, member] of Object.entries(value as JsonObject)) copy[name] = thaw(member);
  return copy;
}

function refuseArguments(tool: string, errors: readonly ArgumentError[]): Result<never> {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const what =
    first === undefined ? '' : `: ${first.pointer === '' ? 'the value' : first.pointer} ${first.message}${more}`;
  return refuse('INVALID_ARGUMENTS', `The arguments do not fit ${tool}${what}.`, { errors });
}

function argumentErrors(validate: ValidateFunction): ArgumentError[] {
  return (validate.errors ?? []).slice(0, MAX_ERRORS).map(argumentError);
}

function argumentError(error: ErrorObject): ArgumentError {
  const { instancePath, keyword } = error;
  const params = error.params as Readonly<Record<string, unknown>>;
  const member = (name: unknown) => `${instancePath}/${pointerStep(String(name))}`;
  switch (keyword) {
    case 'required':
      return { pointer: member(params['missingProperty']), message: 'is required' };
    case 'additionalProperties':
      return { pointer: member(params['additionalProperty']), message: 'is not an argument of this tool' };
    case 'enum':
      return { pointer: instancePath, message: `must be one of ${JSON.stringify(params['allowedValues'])}` };
    case 'pattern':
      return { pointer: instancePath, message: `must match ${String(params['pattern'])}` };
    default:
      return { pointer: instancePath, message: error.message ?? 'is not valid' };
  }
}

/** One step of a pointer; a name is the caller's own text and is cut, since it can be as long as the whole document. */
function pointerStep(name: string): string {
  const short = name.length > MAX_NAME ? `${[...name].slice(0, MAX_NAME).join('')}…` : name;
  return short.replaceAll('~', '~0').replaceAll('/', '~1');
}
