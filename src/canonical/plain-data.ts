import { types } from 'node:util';

/** The members of a container that holds plain data only, or why it does not. */
export type PlainMembers =
  | { readonly ok: true; readonly members: readonly (readonly [string, unknown])[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Lists the members of an array or object without running any of its code: own enumerable data properties only.
 * Refuses proxies and accessors (they may answer differently the second time), other prototypes than Object's, Array's
 * and null (class instances, Date, Map), symbols, hidden properties, holes and names added to an array.
 */
export function plainMembers(container: object): PlainMembers {
  // First, because everything below would already run a proxy's traps.
  if (types.isProxy(container)) return { ok: false, reason: 'proxy' };
  const isArray = Array.isArray(container);
  const prototype: unknown = Object.getPrototypeOf(container);
  const plain = isArray ? prototype === Array.prototype : prototype === Object.prototype || prototype === null;
  if (!plain) return { ok: false, reason: 'not a plain object or array' };
  const names = Reflect.ownKeys(container).filter((name) => !(isArray && name === 'length'));
  if (isArray && names.length < container.length) return { ok: false, reason: 'sparse array' };
  if (isArray && names.length > container.length) return { ok: false, reason: 'array with named properties' };
  const members: [string, unknown][] = [];
  for (const name of names) {
    if (typeof name === 'symbol') return { ok: false, reason: 'symbol key' };
    const property = Object.getOwnPropertyDescriptor(container, name);
    if (property === undefined || !('value' in property)) return { ok: false, reason: 'accessor' };
    if (!property.enumerable) return { ok: false, reason: 'hidden property' };
    // A hole and a named property can balance in number; then the names are not 0, 1, 2…
    if (isArray && name !== String(members.length)) return { ok: false, reason: 'sparse array' };
    members.push([name, property.value]);
  }
  return { ok: true, members };
}
