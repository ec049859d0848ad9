import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policyProblems } from '../../../test/support/broken-policies.js';
import { type Broken, edited, lineOf } from '../../../test/support/broken-text.js';

const FILE = 'subjects.yaml';
const TEXT = readFileSync(`policies/${FILE}`, 'utf8');

const BROKEN: readonly Broken[] = [
  [
    'a wildcard action',
    'actions: [read, cancel, approve]',
    'actions: [read, manage]',
    'actions: [read',
    'structure — subjects.Order.actions.1: is a wildcard of the library underneath and means "everything".',
  ],
  [
    'an attribute of no kind',
    'amount: decimal',
    'amount: money',
    'amount',
    'structure — subjects.Order.attributes.amount: must be text, decimal, integer, boolean.',
  ],
  [
    'one name with two kinds',
    '  Trail:\n    actions: [audit]\n    attributes: {}',
    '  Trail:\n    actions: [audit]\n    attributes: { amount: text }',
    'attributes: { amount',
    'attribute-kind — "amount" is decimal elsewhere: one name has one kind.',
  ],
  [
    'a subject in lower case',
    '  Trail:',
    '  trail:',
    '  trail:',
    'structure — subjects.trail: the name must look like Order.',
  ],
];

describe('what subjects.yaml declares', () => {
  it.each(BROKEN)('is checked: %s', (_name, from, to, marker, problem) => {
    const broken = edited(TEXT, from, to);
    // Nothing else: rules that use the broken vocabulary are not to blame.
    expect(policyProblems(FILE, broken)).toEqual([`${FILE}:${lineOf(broken, marker)}: ${problem}`]);
  });
});
