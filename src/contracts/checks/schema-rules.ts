import type { JsonObject, JsonValue } from '../../canonical/json-value.js';
import type { PlacedProblem } from '../source/structure.js';
import type { SourcePath } from '../source/yaml-source.js';
import { patternFault } from './pattern-rules.js';

const MAX_DEPTH = 8;
const MAX_TEXT = 20_000;
const MAX_ITEMS = 1_000;
const PROPERTY_NAME = /^[A-Za-z][A-Za-z0-9]{0,63}$/;

const ANYWHERE = ['type', 'title', 'description', 'default', 'enum', 'const'];
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
};

/**
 * The rules that JSON Schema itself does not have: every value is bounded and every member is known, so that no argument can
 * be larger than its contract says, and nothing unnamed reaches an approver, a downstream or an agent.
 */
export function schemaProblems(schema: JsonObject, place: SourcePath): PlacedProblem[] {
  const problems = schemaLevel(schema, place, 0);
  if (schema['type'] !== 'object') {
    problems.push({
      path: [...place, 'type'],
      rule: 'schema-type',
      message: 'The top of the schema must be an object.',
    });
  }
  return problems;
}

/** The type of a schema without `null`, or undefined when it does not name exactly one. */
export function typeOf(schema: JsonObject): string | undefined {
  const type = schema['type'];
  const named =
    Array.isArray(type) && type.length === 2 && type.includes('null') ? type.find((one) => one !== 'null') : type;
  return typeof named === 'string' && Object.hasOwn(KEYWORDS, named) ? named : undefined;
}

/** The schemas of an object's properties; none for anything else. Without a prototype: `constructor` is no property. */
export function propertiesOf(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  const found: Record<string, JsonObject> = Object.create(null);
  const properties = schema['properties'];
  for (const [name, member] of isObject(properties) ? Object.entries(properties) : []) {
    if (isObject(member)) found[name] = member;
  }
  return found;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemaLevel(schema: JsonValue | undefined, place: SourcePath, depth: number): PlacedProblem[] {
  const problem = (rule: string, message: string, ...at: (string | number)[]): PlacedProblem => ({
    path: [...place, ...at],
    rule,
    message,
  });
  if (!isObject(schema)) return [problem('schema-type', 'A schema is a mapping with a `type`.')];
  if (depth > MAX_DEPTH) return [problem('schema-depth', `Schemas nest at most ${MAX_DEPTH} levels.`)];
  const type = typeOf(schema);
  if (type === undefined) {
    const types = Object.keys(KEYWORDS).join(', ');
    return [problem('schema-type', `A schema names one type (${types}), or that type and null.`, 'type')];
  }
  const allowed = [...ANYWHERE, ...(KEYWORDS[type] ?? [])];
  const unknown = Object.keys(schema)
    .filter((keyword) => !allowed.includes(keyword))
    .map((keyword) =>
      problem('schema-keyword', `\`${keyword}\` is not for contracts on a schema of type ${type}.`, keyword),
    );
  return [...unknown, ...boundProblems(type, schema, problem), ...nestedProblems(type, schema, place, depth, problem)];
}

type Problem = (rule: string, message: string, ...at: (string | number)[]) => PlacedProblem;

function boundProblems(type: string, schema: JsonObject, problem: Problem): PlacedProblem[] {
  if (Array.isArray(schema['enum']) || schema['const'] !== undefined) return [];
  if (type === 'string') return textProblems(schema, problem);
  if (type === 'array' && !within(schema['maxItems'], MAX_ITEMS)) {
    return [problem('array-bound', `A list needs \`maxItems\` of at most ${MAX_ITEMS}.`)];
  }
  if (type !== 'integer' && type !== 'number') return [];
  const low = schema['minimum'] ?? schema['exclusiveMinimum'];
  const high = schema['maximum'] ?? schema['exclusiveMaximum'];
  if (typeof low === 'number' && typeof high === 'number') return [];
  return [problem('number-bound', 'A number needs a minimum and a maximum; money and ids are text with a pattern.')];
}

function textProblems(schema: JsonObject, problem: Problem): PlacedProblem[] {
  const { pattern } = schema;
  if (typeof pattern === 'string') {
    const fault = patternFault(pattern);
    return fault === null ? [] : [problem('pattern', `The pattern ${fault}.`, 'pattern')];
  }
  if (within(schema['maxLength'], MAX_TEXT)) return [];
  return [problem('string-bound', `Text needs an enum, a pattern or a \`maxLength\` of at most ${MAX_TEXT}.`)];
}

function nestedProblems(
  type: string,
  schema: JsonObject,
  place: SourcePath,
  depth: number,
  problem: Problem,
): PlacedProblem[] {
  if (type === 'array') return schemaLevel(schema['items'], [...place, 'items'], depth + 1);
  if (type !== 'object') return [];
  const problems: PlacedProblem[] = [];
  if (schema['additionalProperties'] !== false) {
    problems.push(
      problem('additional-properties', 'An object needs `additionalProperties: false`: nothing unnamed gets in.'),
    );
  }
  const properties = schema['properties'];
  if (!isObject(properties)) return [...problems, problem('schema-type', 'An object names its `properties`.')];
  for (const [name, member] of Object.entries(properties)) {
    if (!PROPERTY_NAME.test(name)) {
      problems.push(
        problem('property-name', `"${name}" must be letters and digits, a letter first.`, 'properties', name),
      );
    }
    problems.push(...schemaLevel(member, [...place, 'properties', name], depth + 1));
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const [index, name] of required.entries()) {
    if (Object.hasOwn(properties, String(name))) continue;
    problems.push(
      problem('required', `"${String(name)}" is required but not among the properties.`, 'required', index),
    );
  }
  return problems;
}

function within(bound: JsonValue | undefined, most: number): boolean {
  return typeof bound === 'number' && bound >= 0 && bound <= most;
}
