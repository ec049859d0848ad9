import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractProblems } from '../../../test/support/broken-contract.js';
import { type Broken, edited, lineOf } from '../../../test/support/broken-text.js';

const FILE = 'orders.cancel.v1.yaml';
const CANCEL = readFileSync(`contracts/${FILE}`, 'utf8');

const REASON = `    reason:
      type: string
      description: Why, in the words of the person who asked. Approvers read it as your claim, not as a fact.
      minLength: 3
      maxLength: 500`;

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

describe('the schemas of a contract', () => {
  it.each(SCHEMA)('is checked: %s', (_name, from, to, marker, problem) => {
    const broken = edited(CANCEL, from, to);
    expect(contractProblems(FILE, broken)).toContain(`${FILE}:${lineOf(broken, marker)}: ${problem}`);
  });
});
