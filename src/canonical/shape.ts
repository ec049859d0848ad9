import type { JsonObject, JsonValue } from './json-value.js';

/** Answers null for a value of the right shape, else where and what is wrong. */
export type Shape = (value: JsonValue) => string | null;

/** An object with exactly these members; those named in `optional` may be missing. */
export function record(members: Readonly<Record<string, Shape>>, optional: readonly string[] = []): Shape {
  return (value) => {
    if (!isObject(value)) return ' is not an object';
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(members, name));
    if (unknown !== undefined) return `.${unknown} is unknown`;
    for (const [name, shape] of Object.entries(members)) {
      const member = value[name];
      if (member === undefined) {
        if (optional.includes(name)) continue;
        return `.${name} is missing`;
      }
      const fault = shape(member);
      if (fault !== null) return `.${name}${fault}`;
    }
    return null;
  };
}

/** An array of at most `most` items of one shape. */
export function list(item: Shape, most: number): Shape {
  return (value) => {
    if (!Array.isArray(value)) return ' is not a list';
    if (value.length > most) return ` has more than ${most} items`;
    for (const [index, member] of value.entries()) {
      const fault = item(member);
      if (fault !== null) return `[${index}]${fault}`;
    }
    return null;
  };
}

/** A string of `least` to `most` UTF-16 units. */
export function text(least: number, most: number): Shape {
  return (value) => {
    if (typeof value !== 'string') return ' is not a string';
    return value.length >= least && value.length <= most ? null : ` is not of ${least} to ${most} characters`;
  };
}

/** A string that the test accepts; `what` says in the fault what it should have been. */
export function textThat(accepts: (text: string) => boolean, what: string): Shape {
  return (value) => (typeof value === 'string' && accepts(value) ? null : ` is not ${what}`);
}

/** Exactly one of these strings. */
export function oneOf(...words: readonly string[]): Shape {
  return textThat((word) => words.includes(word), words.join(' or '));
}

/** An integer from `least` to `most`. */
export function integer(least: number, most: number): Shape {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? null
      : ` is not an integer from ${least} to ${most}`;
}

/** Null, or the given shape. */
export function nullable(shape: Shape): Shape {
  return (value) => (value === null ? null : shape(value));
}

/** Any object. */
export function anyObject(value: JsonValue): string | null {
  return isObject(value) ? null : ' is not an object';
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
