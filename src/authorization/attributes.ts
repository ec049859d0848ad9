import { plainMembers } from '../canonical/plain-data.js';
import { isDecimal } from './decimal.js';

/** What an attribute holds. A decimal is text, so that no amount passes through floating point. */
export const ATTRIBUTE_KINDS = ['text', 'decimal', 'integer', 'boolean'] as const;

export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

/** Kinds by attribute name. */
export type AttributeKinds = ReadonlyMap<string, AttributeKind>;

/** What policies may look at: scalars only. */
export type ResourceAttributes = Readonly<Record<string, string | number | boolean>>;

export type AttributesRead =
  | { readonly ok: true; readonly attributes: ResourceAttributes }
  | { readonly ok: false; readonly why: string };

/**
 * Copies the declared attributes into a fresh null-prototype object. Refuses everything through which data could decide about
 * its own authorization: containers (CASL matches an array when any of its items matches), accessors and proxies (they may
 * answer differently the second time), `__casl…` names (they set the subject type), undefined and null (CASL takes them for a
 * missing field), inherited values, and values of another kind than declared.
 */
export function readAttributes(kinds: AttributeKinds, given: unknown): AttributesRead {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refused('the resource is no set of attributes');
  const plain = plainMembers(given);
  if (!plain.ok) return refused(`the resource is not plain data (${plain.reason})`);
  const attributes: Record<string, string | number | boolean> = Object.create(null);
  for (const [name, value] of plain.members) {
    if (name.startsWith('__')) return refused(`the resource has an attribute called ${name}`);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      return refused(`the attribute ${name} is no single value`);
    }
    const kind = kinds.get(name);
    if (kind === undefined) continue;
    if (!isOfKind(kind, value)) return refused(`the attribute ${name} is not of kind ${kind}`);
    attributes[name] = value;
  }
  return { ok: true, attributes };
}

/** True when a value is exactly of that kind; nothing is converted. */
export function isOfKind(kind: AttributeKind, value: unknown): value is string | number | boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'decimal':
      return typeof value === 'string' && isDecimal(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
  }
}

function refused(why: string): AttributesRead {
  return { ok: false, why };
}
