import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { JsonSchema, Mask, ResultRules } from './tool-contract.js';

/** Stands where a value is hidden: it says that something is there, and nothing about it. */
export const HIDDEN = '[hidden]';

/** Longest text that a mask leaves: an e-mail's domain stays. */
const MAX_MASKED = 260;
const STARS = '****';

/** What the rules say about one property, and about those below it. */
interface Branch {
  readonly shown: boolean;
  readonly mask: Mask | undefined;
  readonly below: ReadonlyMap<string, Branch>;
}

/** Prepares the way of a result out of the engine: the allow-list first, then the masks. The function is pure. */
export function compileShape(rules: ResultRules): (value: JsonObject) => JsonObject {
  const root = branchAt('', rules);
  return (value) => shapeObject(value, root);
}

/**
 * The schema of what leaves the engine, for agents: without what is not allowed, and with masked text as it is masked. A
 * client that checks results against the contract's own `output` would refuse a masked telephone number.
 */
export function shownSchema(output: JsonSchema, rules: ResultRules): JsonSchema {
  return shownObject(output, branchAt('', rules));
}

/** Masks one text. */
export function maskText(text: string, mask: Mask): string {
  switch (mask) {
    case 'hidden':
      return HIDDEN;
    case 'last4':
      return lastOf([...text], 4);
    case 'phone':
      return lastOf(text.match(/[0-9]/g) ?? [], 2);
    case 'email':
      return maskedEmail(text);
  }
}

/** The last characters behind stars whose number does not tell the length; nothing of a text that is short itself. */
function lastOf(characters: readonly string[], kept: number): string {
  return characters.length < kept * 2 ? STARS : STARS + characters.slice(-kept).join('');
}

function maskedEmail(text: string): string {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length - at > MAX_MASKED - 10) return STARS;
  const [first = '', second] = text.slice(0, at);
  // The only letter of a local part would be all of it.
  return `${second === undefined ? '' : first}${STARS}${text.slice(at)}`;
}

function branchAt(path: string, rules: ResultRules): Branch {
  const prefix = path === '' ? '' : `${path}.`;
  const paths = [...rules.allow, ...Object.keys(rules.mask)];
  const names = new Set(
    paths.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length).split('.')[0] ?? ''),
  );
  names.delete('');
  const below = new Map([...names].map((name) => [name, branchAt(prefix + name, rules)]));
  const mask = Object.hasOwn(rules.mask, path) ? rules.mask[path] : undefined;
  return { shown: rules.allow.includes(path), mask, below };
}

function shapeObject(value: JsonObject, branch: Branch): JsonObject {
  const shaped: Record<string, JsonValue> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    const next = nextBranch(branch, name);
    const out = next === undefined ? undefined : shapeValue(member, next);
    if (out !== undefined) shaped[name] = out;
  }
  return Object.freeze(shaped);
}

/** Undefined: nothing of this may leave. */
function shapeValue(value: JsonValue, branch: Branch): JsonValue | undefined {
  // A mask on what is not shown would otherwise let through what lies below it.
  if (branch.mask !== undefined) return branch.shown ? maskedValue(value, branch.mask) : undefined;
  if (Array.isArray(value)) {
    return Object.freeze(value.map((item) => shapeValue(item, branch)).filter((item) => item !== undefined));
  }
  if (typeof value === 'object' && value !== null) return shapeObject(value as JsonObject, branch);
  return branch.shown ? value : undefined;
}

function maskedValue(value: JsonValue, mask: Mask): JsonValue {
  if (mask === 'hidden') return HIDDEN;
  if (value === null) return null;
  // A mask for text says nothing about how to shorten anything else.
  return typeof value === 'string' ? maskText(value, mask) : HIDDEN;
}

/** A shown property shows all below it, which may still be masked. */
function nextBranch(branch: Branch, name: string): Branch | undefined {
  const next = branch.below.get(name);
  if (!branch.shown) return next;
  return { shown: true, mask: next?.mask, below: next?.below ?? new Map() };
}

function shownObject(schema: JsonSchema, branch: Branch): JsonSchema {
  const properties: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)) {
    const next = nextBranch(branch, name);
    const shown = next === undefined ? undefined : shownMember(member, next);
    if (shown !== undefined) properties[name] = shown;
  }
  const required = ((schema['required'] ?? []) as readonly string[]).filter((name) => Object.hasOwn(properties, name));
  return { ...schema, properties, required };
}

function shownMember(schema: JsonSchema, branch: Branch): JsonSchema | undefined {
  if (branch.mask !== undefined) return branch.shown ? maskedSchema(schema, branch.mask) : undefined;
  if (isOf(schema, 'object')) return shownObject(schema, branch);
  if (isOf(schema, 'array')) {
    const items = shownMember(schema['items'] as JsonSchema, branch);
    return items === undefined ? undefined : { ...schema, items };
  }
  return branch.shown ? schema : undefined;
}

function maskedSchema(schema: JsonSchema, mask: Mask): JsonSchema {
  const nullable = mask !== 'hidden' && Array.isArray(schema['type']) && schema['type'].includes('null');
  const { title, description } = schema;
  return {
    type: nullable ? ['string', 'null'] : 'string',
    maxLength: MAX_MASKED,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

function isOf(schema: JsonSchema, type: string): boolean {
  return schema['type'] === type || (Array.isArray(schema['type']) && schema['type'].includes(type));
}
