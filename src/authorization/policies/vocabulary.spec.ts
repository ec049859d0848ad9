import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { edited, lineOf } from '../../../test/support/broken-text.js';
import { problemLine } from '../../contracts/source/source-problem.js';
import { compilePolicies, POLICY_FILES, type PolicyBytes } from './policy-set.js';

const FILE = 'subjects.yaml';
const TEXT = readFileSync(`policies/${FILE}`, 'utf8');

/** What is replaced by what, where the problem is shown, and what it says. */
type Broken = readonly [name: string, from: string, to: string, marker: string, problem: string];

/** The problems of the policies of this repository, with this text in place of one file. */
function problemsOf(text: string): string[] {
  const bytes = POLICY_FILES.map((name) => [
    name,
    name === FILE ? Buffer.from(text, 'utf8') : readFileSync(`policies/${name}`),
  ]);
  const read = compilePolicies((name) => name, Object.fromEntries(bytes) as PolicyBytes);
  return read.ok ? [] : read.problems.map(problemLine);
}

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
    expect(problemsOf(broken)).toEqual([`${FILE}:${lineOf(broken, marker)}: ${problem}`]);
  });
});
