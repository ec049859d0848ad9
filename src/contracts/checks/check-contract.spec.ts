import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemLine } from '../source/source-problem.js';
import { checkContract } from './check-contract.js';

const CANCEL = readFileSync('contracts/orders.cancel.v1.yaml', 'utf8');
const GET = readFileSync('contracts/orders.get.v1.yaml', 'utf8');

/** The contract with one passage replaced; a passage that is not there, or not once, would test nothing. */
function edited(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`not exactly once: ${from}`);
  return text.replace(from, () => to);
}

function problemsOf(text: string, file = 'orders.cancel.v1.yaml'): string[] {
  const check = checkContract(file, Buffer.from(text, 'utf8'));
  return check.ok ? [] : check.problems.map(problemLine);
}

/** The number of the line in which that text stands. */
function lineOf(text: string, marker: string): number {
  return text.slice(0, text.indexOf(marker)).split('\n').length;
}

/** What is wrong, where the problem is shown, and which sentence says so. */
type Broken = readonly [name: string, from: string, to: string, marker: string, problem: string];

function expectProblem([, from, to, marker, problem]: Broken, text: string, file: string): void {
  const broken = edited(text, from, to);
  expect(problemsOf(broken, file)).toContain(`${file}:${lineOf(broken, marker)}: ${problem}`);
}

const REASON = `    reason:
      type: string
      description: Why, in the words of the person who asked. Approvers read it as your claim, not as a fact.
      minLength: 3
      maxLength: 500`;

const STRUCTURE: readonly Broken[] = [
  [
    'a missing member',
    'risk: WRITE_HIGH\n',
    '',
    'id: orders',
    'structure — risk: is missing; must be READ_PUBLIC, READ_PRIVATE, WRITE_LOW, WRITE_HIGH, WRITE_CRITICAL.',
  ],
  [
    'an unknown member',
    'version: 1',
    'version: 1\nstepUp: true',
    'stepUp',
    'structure — stepUp: this member is not known here.',
  ],
  [
    'an unknown member further down',
    '  mode: automatic',
    '  mode: automatic\n  retries: 3',
    'retries',
    'structure — execution.retries: this member is not known here.',
  ],
  [
    'a word that is not in the list',
    'risk: WRITE_HIGH',
    'risk: HIGH',
    'risk: HIGH',
    'structure — risk: must be READ_PUBLIC, READ_PRIVATE, WRITE_LOW, WRITE_HIGH, WRITE_CRITICAL.',
  ],
  [
    'an id without a version',
    'id: orders.cancel.v1',
    'id: orders.cancel',
    'id: orders',
    'structure — id: must look like orders.cancel.v1.',
  ],
  [
    'a title in one language',
    'en: Cancel an order\n  zh: 取消订单',
    'en: Cancel an order',
    'title',
    'structure — title.zh: is missing.',
  ],
  [
    'a title that hides characters',
    'en: Cancel an order',
    'en: "Cancel an\\u202E order"',
    '  en: "Cancel',
    'structure — title.en: has characters that would not be shown as they are.',
  ],
  [
    'a label that begins with space',
    'label: { en: Order number, zh: 订单号 }\n  reason',
    'label: { en: " Order number", zh: 订单号 }\n  reason',
    '{ en: " Order',
    'structure — arguments.orderId.label.en: begins or ends with space.',
  ],
  [
    'a description that says nothing',
    CANCEL.slice(CANCEL.indexOf('>-'), CANCEL.indexOf('owner:')),
    'Cancels.\n',
    'description',
    'structure — description: is too short to tell a model when to use the tool, when not, and what happens next.',
  ],
  [
    'a duration in words',
    'decideWithin: 4h',
    'decideWithin: four hours',
    'decideWithin',
    'structure — approval.decideWithin: must be a duration like 30s, 15m, 4h or 7d.',
  ],
  [
    'a duration of months',
    'decideWithin: 4h',
    'decideWithin: 90d',
    'decideWithin',
    'structure — approval.decideWithin: is longer than 30 days.',
  ],
  [
    'a timeout of an hour',
    'timeoutMs: 10000',
    'timeoutMs: 3600000',
    'timeoutMs',
    'structure — execution.timeoutMs: must be at most 120000.',
  ],
  [
    'an adapter class that does not exist',
    'adapterClass: "0"',
    'adapterClass: D',
    'adapterClass',
    'structure — execution.adapterClass: must be 0, A, B, B-, C.',
  ],
  [
    'an unknown mask',
    'mask: {}',
    'mask: { orderId: first4 }',
    'mask',
    'structure — result.mask.orderId: must be last4, email, phone, hidden.',
  ],
  [
    'an unknown protocol',
    'protocol: local',
    'protocol: telnet',
    'protocol',
    'structure — adapter.protocol: must be local.',
  ],
  [
    'no example',
    CANCEL.slice(CANCEL.indexOf('examples:')),
    'examples: []\n',
    'examples',
    'structure — examples: is empty: models learn from an example.',
  ],
];

const SCHEMA: readonly Broken[] = [
  [
    'an object that takes anything',
    'input:\n  type: object\n  additionalProperties: false',
    'input:\n  type: object',
    'input:',
    'additional-properties — An object needs `additionalProperties: false`: nothing unnamed gets in.',
  ],
  [
    'an object that takes anything of a kind',
    'output:\n  type: object\n  additionalProperties: false',
    'output:\n  type: object\n  additionalProperties: { type: string }',
    'output:',
    'additional-properties — An object needs `additionalProperties: false`: nothing unnamed gets in.',
  ],
  [
    'text without a bound',
    '      maxLength: 500\n',
    '',
    '    reason:',
    'string-bound — Text needs an enum, a pattern or a `maxLength` of at most 20000.',
  ],
  [
    'text with a bound that is none',
    'maxLength: 500',
    'maxLength: 5000000',
    '    reason:',
    'string-bound — Text needs an enum, a pattern or a `maxLength` of at most 20000.',
  ],
  [
    'a pattern that matches a part',
    'example A-100042.\n      pattern: "^[A-Z]-[0-9]{6}$"',
    'example A-100042.\n      pattern: "[A-Z]-[0-9]{6}"',
    'pattern: "[A-Z]',
    'pattern — The pattern must begin with ^ and end with $.',
  ],
  [
    'a number without a bound',
    REASON,
    '    reason: { type: integer, minimum: 1 }',
    '    reason:',
    'number-bound — A number needs a minimum and a maximum; money and ids are text with a pattern.',
  ],
  [
    'a list without a bound',
    REASON,
    '    reason: { type: array, items: { type: boolean } }',
    '    reason:',
    'array-bound — A list needs `maxItems` of at most 1000.',
  ],
  [
    'a list of anything',
    REASON,
    '    reason: { type: array, maxItems: 3 }',
    '    reason:',
    'schema-type — A schema is a mapping with a `type`.',
  ],
  [
    'a schema without a type',
    REASON,
    '    reason: { maxLength: 500 }',
    '    reason:',
    'schema-type — A schema names one type (object, array, string, integer, number, boolean), or that type and null.',
  ],
  [
    'a schema of two types',
    REASON,
    '    reason: { type: [string, integer], maxLength: 500 }',
    'type: [string',
    'schema-type — A schema names one type (object, array, string, integer, number, boolean), or that type and null.',
  ],
  [
    'an object without properties',
    REASON,
    '    reason: { type: object, additionalProperties: false }',
    '    reason:',
    'schema-type — An object names its `properties`.',
  ],
  [
    'a keyword that contracts do not use',
    REASON,
    '    reason: { type: string, maxLength: 9, $ref: "https://example.com/s.json" }',
    '    reason:',
    'schema-keyword — `$ref` is not for contracts on a schema of type string.',
  ],
  [
    'a keyword of another type',
    REASON,
    '    reason: { type: string, maxLength: 9, maximum: 9 }',
    '    reason:',
    'schema-keyword — `maximum` is not for contracts on a schema of type string.',
  ],
  [
    'a property that a path cannot name',
    '    expectedVersion:\n      type',
    '    expected.version:\n      type',
    'expected.version',
    'property-name — "expected.version" must be letters and digits, a letter first.',
  ],
  [
    'a required property that is not there',
    'required: [orderId, reason]',
    'required: [orderId, reason, why]',
    'required: [orderId, reason, why]',
    'required — "why" is required but not among the properties.',
  ],
  [
    'a schema that is too deep',
    REASON,
    `    reason: ${'{ type: array, maxItems: 1, items: '.repeat(9)}{ type: boolean }${' }'.repeat(9)}`,
    '    reason:',
    'schema-depth — Schemas nest at most 8 levels.',
  ],
  [
    'input that is no object',
    'input:\n  type: object\n  additionalProperties: false\n  required: [orderId, reason]',
    'input:\n  type: array\n  maxItems: 3',
    '  type: array',
    'schema-type — The top of the schema must be an object.',
  ],
  [
    'a format that does not exist',
    'minLength: 3',
    'format: iban',
    'input:',
    'schema — The schema is not valid: unknown format "iban" ignored in schema at path "#/properties/reason".',
  ],
];

const MEANING: readonly Broken[] = [
  [
    'a version that the id does not have',
    'version: 1\n',
    'version: 2\n',
    'version: 2',
    'version — The id orders.cancel.v1 must end with .v2.',
  ],
  [
    'a deprecated tool without an end',
    'state: active',
    'state: deprecated',
    'lifecycle',
    'lifecycle — A deprecated tool needs its sunset date.',
  ],
  [
    'an active tool with an end',
    'state: active',
    'state: active\n  sunset: 2027-01-31',
    'sunset',
    'lifecycle — Only a deprecated tool has a sunset date.',
  ],
  [
    'an argument without a label',
    '  expectedVersion:\n    label: { en: Version the agent saw, zh: 智能体看到的版本 }\n',
    '',
    '    expectedVersion:',
    'argument-label — The argument "expectedVersion" needs a label in `arguments`: approvers see labels.',
  ],
  [
    'a label for no argument',
    '  reason:\n    label',
    '  excuse: { label: { en: Excuse, zh: 借口 } }\n  reason:\n    label',
    'excuse',
    'argument-unknown — "excuse" is not among the properties of `input`.',
  ],
  [
    'free text that is not marked',
    '    untrusted: true\n',
    '',
    '  reason:\n    label',
    'argument-untrusted — "reason" is free text, which an agent writes: mark it `untrusted: true`, or bound it by a pattern.',
  ],
  [
    'a resource of another type than the permission',
    '  type: Order\n',
    '  type: Invoice\n',
    'type: Invoice',
    'resource-type — The permission is about Order, so the resource must be one.',
  ],
  [
    'an id from an argument that is not there',
    'idFrom: orderId',
    'idFrom: id',
    'idFrom',
    'resource-id — "id" must be a text argument with a pattern or an enum, not untrusted.',
  ],
  [
    'an id from what every object inherits',
    'idFrom: orderId',
    'idFrom: toString',
    'idFrom',
    'resource-id — "toString" must be a text argument with a pattern or an enum, not untrusted.',
  ],
  [
    'an id from free text',
    'idFrom: orderId',
    'idFrom: reason',
    'idFrom',
    'resource-id — "reason" must be a text argument with a pattern or an enum, not untrusted.',
  ],
  [
    'an id that may be left out',
    'idFrom: orderId',
    'idFrom: expectedVersion',
    'idFrom',
    'resource-id — "expectedVersion" must be a required argument: without it there is no resource.',
  ],
  [
    'a version from an argument that is not there',
    'versionFrom: expectedVersion',
    'versionFrom: etag',
    'versionFrom',
    'resource-version — "etag" must be a text argument with a pattern or an enum, not untrusted.',
  ],
  [
    'a write without a resource',
    'resource:\n  type: Order\n  idFrom: orderId\n  versionFrom: expectedVersion\n',
    '',
    'risk',
    'write-needs — A WRITE_HIGH tool needs `resource`.',
  ],
  [
    'a write without a preview',
    CANCEL.slice(CANCEL.indexOf('preview:'), CANCEL.indexOf('approval:')),
    '',
    'risk',
    'write-needs — A WRITE_HIGH tool needs `preview`.',
  ],
  [
    'a write without approval',
    CANCEL.slice(CANCEL.indexOf('approval:'), CANCEL.indexOf('execution:')),
    '',
    'risk',
    'write-needs — A WRITE_HIGH tool needs `approval`.',
  ],
  [
    'a write without execution',
    CANCEL.slice(CANCEL.indexOf('execution:'), CANCEL.indexOf('output:')),
    '',
    'risk',
    'write-needs — A WRITE_HIGH tool needs `execution`.',
  ],
  [
    'a small write without approval',
    `risk: WRITE_HIGH${CANCEL.slice(CANCEL.indexOf('\npermission:'), CANCEL.indexOf('execution:'))}`,
    `risk: WRITE_LOW${CANCEL.slice(CANCEL.indexOf('\npermission:'), CANCEL.indexOf('approval:'))}`,
    'risk',
    'write-needs — A WRITE_LOW tool needs `approval`.',
  ],
  [
    'a read with effects',
    'risk: WRITE_HIGH',
    'risk: READ_PRIVATE',
    'approval:',
    'read-effects — A READ_PRIVATE tool changes nothing and has no `approval`.',
  ],
  [
    'a local handler of another class',
    'adapterClass: "0"',
    'adapterClass: A',
    'adapterClass',
    'adapter-class — The protocol `local` is adapter class "0": the effect and its record are one transaction.',
  ],
  [
    'a sentence about nothing',
    'zh: 取消 {resource.customer} 的',
    'zh: 取消 {order.customer} 的',
    'zh: 取消 {',
    'template — The template is refused: unknown reference order.customer.',
  ],
  [
    'a sentence with an argument that is not there',
    'en: The order ends here',
    'en: The order {arguments.id} ends here',
    'en: The order {',
    'template — The template is refused: unknown argument id.',
  ],
  [
    'an untrusted argument in the effect',
    'of {resource.customer} for',
    'of {arguments.reason} for',
    'en: Cancel order {',
    'template — The template is refused: argument reason is untrusted.',
  ],
  [
    'an untrusted argument in the consequence',
    'zh: 订单就此终止，',
    'zh: 订单就此终止（{arguments.reason}），',
    'zh: 订单就此终止',
    'template — The template is refused: argument reason is untrusted.',
  ],
  [
    'an untrusted argument among the fields',
    'path: resource.customer }',
    'path: arguments.reason }',
    'path: arguments.reason',
    'template — The template is refused: argument reason is untrusted.',
  ],
  [
    'an attribute that is compared twice',
    '  diff:\n',
    '  diff:\n    - { attribute: state, label: { en: Again, zh: 再次 } }\n',
    '    - { attribute: state, label: { en: State',
    'template — "state" is compared twice.',
  ],
  [
    'a result that is not there',
    'allow: [orderId, state, version, cancelledAt]',
    'allow: [orderId, note]',
    'allow',
    'result-path — "note" is not in `output`.',
  ],
  [
    'a mask for what is not there',
    'mask: {}',
    'mask: { note: last4 }',
    'mask',
    'result-path — "note" is not in `output`.',
  ],
  [
    'a mask for what never leaves',
    'allow: [orderId, state, version, cancelledAt]\n  mask: {}',
    'allow: [orderId]\n  mask: { state: last4 }',
    'mask',
    'result-mask — "state" is masked but not allowed: it never leaves, so remove the mask or allow it.',
  ],
  [
    'an example that the tool refuses',
    '      orderId: A-100042\n',
    '      orderId: 100042\n',
    '  - arguments:',
    'example — The arguments do not fit orders.cancel.v1: /orderId must be string.',
  ],
  [
    'a default that the tool refuses',
    'maxLength: 500',
    'maxLength: 500\n      default: x',
    'default: x',
    'default — The default does not fit its own schema.',
  ],
];

describe('checking a contract file', () => {
  it('accepts the contracts of this repository', () => {
    expect(problemsOf(CANCEL)).toEqual([]);
    expect(problemsOf(GET, 'orders.get.v1.yaml')).toEqual([]);
  });

  it.each(STRUCTURE)('refuses %s', (...broken) => expectProblem(broken, CANCEL, 'orders.cancel.v1.yaml'));
  it.each(SCHEMA)('refuses %s', (...broken) => expectProblem(broken, CANCEL, 'orders.cancel.v1.yaml'));
  it.each(MEANING)('refuses %s', (...broken) => expectProblem(broken, CANCEL, 'orders.cancel.v1.yaml'));

  it('refuses a private read that names no resource', () => {
    const broken = edited(GET, 'resource:\n  type: Order\n  idFrom: orderId\n', '');
    const line = lineOf(broken, 'risk:');
    expect(problemsOf(broken, 'orders.get.v1.yaml')).toEqual([
      `orders.get.v1.yaml:${line}: private-needs — A READ_PRIVATE tool needs \`resource\`: policies decide on it.`,
    ]);
  });

  it('refuses a text mask on what is no text, and allows to hide it', () => {
    const masked = (mask: string) => edited(GET, 'customerPhone: phone', `customerPhone: phone\n    items: ${mask}`);
    const message = 'result-mask — The mask last4 is for text; "items" is none.';
    const line = lineOf(masked('last4'), '    items: last4');
    expect(problemsOf(masked('last4'), 'orders.get.v1.yaml')).toEqual([`orders.get.v1.yaml:${line}: ${message}`]);
    expect(problemsOf(masked('hidden'), 'orders.get.v1.yaml')).toEqual([]);
  });

  it('refuses defaults in results', () => {
    const broken = edited(
      CANCEL,
      'state: { type: string, const: CANCELLED }',
      'state: { type: string, maxLength: 9, default: X }',
    );
    expect(problemsOf(broken)).toEqual([
      `orders.cancel.v1.yaml:${lineOf(broken, 'output:')}: default — A result has no defaults: what is missing is missing.`,
    ]);
  });

  it('wants the file to have the name of its id', () => {
    expect(problemsOf(CANCEL, 'contracts/orders.annul.v1.yaml')).toEqual([
      'contracts/orders.annul.v1.yaml:1: file-name — The file must be called orders.cancel.v1.yaml, like its id.',
    ]);
  });

  it('keeps the names of the engine’s own tools free', () => {
    const posing = edited(CANCEL, 'id: orders.cancel.v1', 'id: actions.status.v1');
    expect(problemsOf(posing, 'actions.status.v1.yaml')).toEqual([
      'actions.status.v1.yaml:1: reserved-name — Names that begin with actions. are the engine’s own.',
    ]);
  });

  it('refuses a name longer than hosts accept', () => {
    const id = `orders.${'x'.repeat(58)}.v1`;
    expect(problemsOf(edited(CANCEL, 'id: orders.cancel.v1', `id: ${id}`), `${id}.yaml`)).toEqual([
      `${id}.yaml:1: structure — id: is longer than 64 characters.`,
    ]);
  });

  it('tells the problems of all rules at once, whatever their kind', () => {
    let broken = edited(CANCEL, 'version: 1\n', 'version: 2\n');
    broken = edited(broken, 'risk: WRITE_HIGH', 'risk: HIGH');
    broken = edited(broken, '      maxLength: 500\n', '');
    broken = edited(broken, 'mask: {}', 'mask: { note: last4 }');
    broken = edited(broken, 'adapterClass: "0"', 'adapterClass: C');
    const rules = problemsOf(broken).map((line) => /: ([a-z-]+) —/.exec(line)?.[1]);
    expect(rules.sort()).toEqual(['adapter-class', 'result-path', 'string-bound', 'structure', 'version']);
  });
});
