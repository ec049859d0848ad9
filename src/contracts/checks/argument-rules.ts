import type { JsonObject, JsonValue } from '../../canonical/json-value.js';
import { compileFault, compileInput } from '../schema-compiler.js';
import type { PlacedProblem } from '../source/structure.js';
import type { ToolContract } from '../tool-contract.js';
import { isObject, propertiesOf, typeOf } from './schema-rules.js';

/** Every argument has words for the approver, and free text is marked as what it is: the agent's. */
export function argumentProblems(contract: Pick<ToolContract, 'input' | 'arguments'>): PlacedProblem[] {
  const properties = propertiesOf(contract.input);
  const problems: PlacedProblem[] = [];
  for (const name of Object.keys(contract.arguments)) {
    if (properties[name] !== undefined) continue;
    const message = `"${name}" is not among the properties of \`input\`.`;
    problems.push({ path: ['arguments', name], rule: 'argument-unknown', message });
  }
  for (const [name, schema] of Object.entries(properties)) {
    const note = contract.arguments[name];
    if (note === undefined) {
      const message = `The argument "${name}" needs a label in \`arguments\`: approvers see labels.`;
      problems.push({ path: ['input', 'properties', name], rule: 'argument-label', message });
    } else if (note.untrusted !== true && hasFreeText(schema)) {
      const message = `"${name}" is free text, which an agent writes: mark it \`untrusted: true\`, or bound it by a pattern.`;
      problems.push({ path: ['arguments', name], rule: 'argument-untrusted', message });
    }
  }
  return problems;
}

/** The arguments that name the business object exist and can be trusted to be ids. */
export function resourceProblems(
  contract: Pick<ToolContract, 'input' | 'arguments' | 'resource' | 'permission'>,
): PlacedProblem[] {
  const { resource, permission } = contract;
  if (resource === undefined) return [];
  const problems: PlacedProblem[] = [];
  const problem = (member: string, rule: string, message: string) =>
    problems.push({ path: ['resource', member], rule, message });
  if (resource.type !== permission.subject) {
    problem('type', 'resource-type', `The permission is about ${permission.subject}, so the resource must be one.`);
  }
  const required = contract.input['required'];
  if (!isIdentifier(contract, resource.idFrom)) {
    problem(
      'idFrom',
      'resource-id',
      `"${resource.idFrom}" must be a text argument with a pattern or an enum, not untrusted.`,
    );
  } else if (!Array.isArray(required) || !required.includes(resource.idFrom)) {
    problem(
      'idFrom',
      'resource-id',
      `"${resource.idFrom}" must be a required argument: without it there is no resource.`,
    );
  }
  if (resource.versionFrom !== undefined && !isIdentifier(contract, resource.versionFrom)) {
    const message = `"${resource.versionFrom}" must be a text argument with a pattern or an enum, not untrusted.`;
    problem('versionFrom', 'resource-version', message);
  }
  return problems;
}

/** Examples are what models copy, so they must be right; defaults are what the engine adds, so they must be, too. */
export function exampleProblems(contract: Pick<ToolContract, 'id' | 'input' | 'examples'>): PlacedProblem[] {
  const validate = compileInput(contract.id, contract.input);
  const examples = contract.examples.flatMap(({ arguments: given }, index): PlacedProblem[] => {
    const checked = validate(given);
    if (checked.ok) return [];
    const message = checked.refusal.message;
    return [{ path: ['examples', index, 'arguments'], rule: 'example', message }];
  });
  return [...examples, ...defaultProblems(contract.input, ['input'])];
}

function defaultProblems(schema: JsonObject, place: readonly (string | number)[]): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  const given = schema['default'];
  if (given !== undefined && !fits(schema, given)) {
    problems.push({
      path: [...place, 'default'],
      rule: 'default',
      message: 'The default does not fit its own schema.',
    });
  }
  for (const [name, member] of Object.entries(propertiesOf(schema))) {
    problems.push(...defaultProblems(member, [...place, 'properties', name]));
  }
  const { items } = schema;
  return isObject(items) ? [...problems, ...defaultProblems(items, [...place, 'items'])] : problems;
}

function fits(schema: JsonObject, value: JsonValue): boolean {
  const wrapped = { type: 'object', properties: { value: schema } };
  return compileFault(wrapped) === null && compileInput('default', wrapped)({ value }).ok;
}

function isIdentifier(contract: Pick<ToolContract, 'input' | 'arguments'>, name: string): boolean {
  const schema = propertiesOf(contract.input)[name];
  const note = contract.arguments[name];
  return schema !== undefined && schema['type'] === 'string' && !isFreeText(schema) && note?.untrusted !== true;
}

function hasFreeText(schema: JsonObject): boolean {
  const { items } = schema;
  if (isFreeText(schema) || Object.values(propertiesOf(schema)).some(hasFreeText)) return true;
  return isObject(items) && hasFreeText(items);
}

function isFreeText(schema: JsonObject): boolean {
  const bound = ['enum', 'const', 'pattern'].some((keyword) => schema[keyword] !== undefined);
  const formed = ['date', 'date-time', 'uuid'].some((format) => schema['format'] === format);
  return typeOf(schema) === 'string' && !bound && !formed;
}
