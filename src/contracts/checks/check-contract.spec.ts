import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractProblems } from '../../../test/support/broken-contract.js';
import { edited, lineOf } from '../../../test/support/broken-text.js';

const CANCEL = readFileSync('contracts/orders.cancel.v1.yaml', 'utf8');
const GET = readFileSync('contracts/orders.get.v1.yaml', 'utf8');

const problemsOf = (text: string, file = 'orders.cancel.v1.yaml') => contractProblems(file, text);

/** The contract with one more argument of this schema. */
function withNotes(schema: string, mark: string): string {
  const argued = edited(CANCEL, '\narguments:\n', `\narguments:\n  notes: { label: { en: Notes, zh: 备注 }${mark} }\n`);
  return edited(argued, '  properties:\n    orderId:\n', `  properties:\n    notes: ${schema}\n    orderId:\n`);
}

describe('checking a contract file', () => {
  it('accepts the contracts of this repository', () => {
    expect(problemsOf(CANCEL)).toEqual([]);
    expect(problemsOf(GET, 'orders.get.v1.yaml')).toEqual([]);
  });

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

  it.each([
    ['a list of texts', '{ type: array, maxItems: 3, items: { type: string, maxLength: 9 } }'],
    [
      'texts in an object',
      '{ type: object, additionalProperties: false, properties: { a: { type: string, maxLength: 9 } } }',
    ],
    ['a text that may be null', '{ type: [string, "null"], maxLength: 9 }'],
    ['a text of a loose format', '{ type: string, format: uri, maxLength: 200 }'],
  ])('takes %s for free text, which has to be marked', (_name, schema) => {
    const unmarked = withNotes(schema, '');
    expect(problemsOf(unmarked)).toEqual([
      `orders.cancel.v1.yaml:${lineOf(unmarked, '  notes: { label')}: argument-untrusted — "notes" is free text, ` +
        'which an agent writes: mark it `untrusted: true`, or bound it by a pattern.',
    ]);
    expect(problemsOf(withNotes(schema, ', untrusted: true'))).toEqual([]);
  });

  it.each([
    '{ type: string, pattern: "^[a-z]{1,9}$" }',
    '{ type: array, maxItems: 3, items: { type: string, enum: [a, b] } }',
    '{ type: string, format: uuid, maxLength: 36 }',
    '{ type: integer, minimum: 0, maximum: 9 }',
  ])('takes %s for bounded', (schema) => {
    expect(problemsOf(withNotes(schema, ''))).toEqual([]);
  });

  it('refuses a default that does not fit inside a list', () => {
    const broken = withNotes(
      '{ type: array, maxItems: 3, items: { type: integer, minimum: 0, maximum: 9, default: 10 } }',
      '',
    );
    expect(problemsOf(broken)).toEqual([
      `orders.cancel.v1.yaml:${lineOf(broken, '    notes: {')}: default — The default does not fit its own schema.`,
    ]);
  });

  it('refuses an id that an agent may word, whether it is marked or bounded', () => {
    const message = 'must be a text argument with a pattern or an enum, not untrusted.';
    const marked = edited(
      CANCEL,
      'label: { en: Order number, zh: 订单号 }\n  reason',
      'label: { en: Order number, zh: 订单号 }\n    untrusted: true\n  reason',
    );
    expect(problemsOf(marked)).toEqual([
      `orders.cancel.v1.yaml:${lineOf(marked, '  idFrom')}: resource-id — "orderId" ${message}`,
    ]);
    const loose = edited(edited(CANCEL, '    untrusted: true\n', ''), 'idFrom: orderId', 'idFrom: reason');
    expect(problemsOf(loose)).toContain(
      `orders.cancel.v1.yaml:${lineOf(loose, '  idFrom')}: resource-id — "reason" ${message}`,
    );
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
