import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policyProblems } from '../../../test/support/broken-policies.js';
import { type Broken, edited, lineOf } from '../../../test/support/broken-text.js';

const FILE = 'roles.yaml';
const TEXT = readFileSync(`policies/${FILE}`, 'utf8');
const EMPLOYEE = '- { can: [read, cancel], on: Order, where: { businessLine: { in: principal.businessLines } } }';
const rule = (text: string) => `- { ${text} }`;

const BROKEN: readonly Broken[] = [
  [
    'an action that the subject does not have',
    EMPLOYEE,
    rule('can: [read, delete], on: Order'),
    '- { can: [read, delete]',
    'action-unknown — "delete" cannot be done with Order: subjects.yaml lists read, cancel, approve.',
  ],
  [
    'the action that means everything',
    EMPLOYEE,
    rule('can: [manage], on: Order'),
    '- { can: [manage]',
    'action-unknown — "manage" cannot be done with Order: subjects.yaml lists read, cancel, approve.',
  ],
  [
    'the subject that means everything',
    EMPLOYEE,
    rule('can: [read], on: all'),
    '- { can: [read], on: all',
    'subject-unknown — "all" is no subject of subjects.yaml.',
  ],
  [
    'a subject from what every object inherits',
    EMPLOYEE,
    rule('can: [read], on: constructor'),
    '- { can: [read], on: constructor',
    'subject-unknown — "constructor" is no subject of subjects.yaml.',
  ],
  [
    'a rule that forbids',
    EMPLOYEE,
    rule('cannot: [read], on: Order'),
    '- { cannot',
    'structure — roles.employee.0.cannot: this member is not known here.',
  ],
  [
    'an attribute that the subject does not have',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { line: { eq: x } }'),
    '- { can: [read], on: Order, where',
    'attribute-unknown — "line" is no attribute that subjects.yaml declares here.',
  ],
  [
    'an attribute of the subject type',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { __caslSubjectType__: { eq: x } }'),
    'can: [read], on: Order, where',
    'yaml — roles.employee.0.where.__caslSubjectType__: forbidden key.',
  ],
  [
    'an operator that is not in the list',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: { regex: ".*" } }'),
    '- { can: [read], on: Order, where',
    'structure — roles.employee.0.where.region.regex: this member is not known here.',
  ],
  [
    'an operator in the library’s spelling',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: { $ne: x } }'),
    '- { can: [read], on: Order, where',
    'structure — roles.employee.0.where.region.$ne: this member is not known here.',
  ],
  [
    'a condition without an operator',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: {} }'),
    '- { can: [read], on: Order, where',
    'structure — roles.employee.0.where.region: needs an operator, like `eq`.',
  ],
  [
    'a condition with an undefined value',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: { eq: } }'),
    '- { can: [read], on: Order, where',
    'structure — roles.employee.0.where.region.eq: must be text, a number, or true or false.',
  ],
  [
    'no condition under `where`',
    EMPLOYEE,
    rule('can: [read], on: Order, where: {}'),
    '- { can: [read], on: Order, where',
    'condition — Conditions are empty: leave them out when there are none.',
  ],
  [
    'a fact of the principal that does not exist',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { businessLine: { in: principal.lines } }'),
    '- { can: [read], on: Order, where',
    'condition — "principal.lines" is not known: rules can refer to principal.businessLines and principal.tenant.',
  ],
  [
    'a fact that is misspelt under `ne`',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: { ne: principal.tenent } }'),
    '- { can: [read], on: Order, where',
    'condition — "principal.tenent" is not known: rules can refer to principal.businessLines and principal.tenant.',
  ],
  [
    'an amount as a number',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { amount: { lt: 100.00 } }'),
    '- { can: [read], on: Order, where',
    'condition — A decimal is written in quotes, like "10000.00".',
  ],
  [
    'a role that cannot be a claim',
    '  auditor:',
    '  "Auditor!":',
    '"Auditor!"',
    'structure — roles.Auditor!: the name must look like supervisor.',
  ],
];

describe('a rule of roles.yaml', () => {
  it.each(BROKEN)('is checked: %s', (_name, from, to, marker, problem) => {
    const broken = edited(TEXT, from, to);
    expect(policyProblems(FILE, broken)).toContain(`${FILE}:${lineOf(broken, marker)}: ${problem}`);
  });

  it('takes a word that every object inherits for a word', () => {
    const text = rule('can: [read], on: Order, where: { region: { eq: constructor } }');
    expect(policyProblems(FILE, edited(TEXT, EMPLOYEE, text))).toEqual([]);
  });
});
