import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { policyDigest } from '../../canonical/digest.js';
import { problemLine } from '../../contracts/source/source-problem.js';
import { compilePolicies, POLICY_FILES, type PolicyBytes, type PolicyFile, readPolicyFolder } from './policy-set.js';

const TEXTS = Object.fromEntries(
  POLICY_FILES.map((name) => [name, readFileSync(`policies/${name}`, 'utf8')]),
) as Record<PolicyFile, string>;

/** The policies of the repository with one passage replaced; a passage that is not there, or not once, would test nothing. */
function edited(file: PolicyFile, from: string, to: string): Record<PolicyFile, string> {
  if (TEXTS[file].split(from).length !== 2) throw new Error(`not exactly once: ${from}`);
  return { ...TEXTS, [file]: TEXTS[file].replace(from, () => to) };
}

function compile(texts: Record<PolicyFile, string>) {
  const bytes = Object.fromEntries(
    POLICY_FILES.map((name) => [name, Buffer.from(texts[name], 'utf8')]),
  ) as unknown as PolicyBytes;
  return compilePolicies((name) => name, bytes);
}

function problemsOf(texts: Record<PolicyFile, string>): string[] {
  const read = compile(texts);
  return read.ok ? [] : read.problems.map(problemLine);
}

const lineOf = (text: string, marker: string) => text.slice(0, text.indexOf(marker)).split('\n').length;

type Broken = readonly [name: string, file: PolicyFile, from: string, to: string, marker: string, problem: string];

const EMPLOYEE = '- { can: [read, cancel], on: Order, where: { businessLine: { in: principal.businessLines } } }';
const rule = (text: string) => `- { ${text} }`;

const BROKEN: readonly Broken[] = [
  [
    'a wildcard action',
    'subjects.yaml',
    'actions: [read, cancel, approve]',
    'actions: [read, manage]',
    'actions: [read',
    'structure — subjects.Order.actions.1: is a wildcard of the library underneath and means "everything".',
  ],
  [
    'an attribute of no kind',
    'subjects.yaml',
    'amount: decimal',
    'amount: money',
    'amount',
    'structure — subjects.Order.attributes.amount: must be text, decimal, integer, boolean.',
  ],
  [
    'one name with two kinds',
    'subjects.yaml',
    '  Trail:\n    actions: [audit]\n    attributes: {}',
    '  Trail:\n    actions: [audit]\n    attributes: { amount: text }',
    'attributes: { amount',
    'attribute-kind — "amount" is decimal elsewhere: one name has one kind.',
  ],
  [
    'a subject in lower case',
    'subjects.yaml',
    '  Trail:',
    '  trail:',
    '  trail:',
    'structure — subjects.trail: the name must look like Order.',
  ],

  [
    'an action that the subject does not have',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read, delete], on: Order'),
    '- { can: [read, delete]',
    'action-unknown — "delete" cannot be done with Order: subjects.yaml lists read, cancel, approve.',
  ],
  [
    'the action that means everything',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [manage], on: Order'),
    '- { can: [manage]',
    'action-unknown — "manage" cannot be done with Order: subjects.yaml lists read, cancel, approve.',
  ],
  [
    'the subject that means everything',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: all'),
    '- { can: [read], on: all',
    'subject-unknown — "all" is no subject of subjects.yaml.',
  ],
  [
    'a subject from what every object inherits',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: constructor'),
    '- { can: [read], on: constructor',
    'subject-unknown — "constructor" is no subject of subjects.yaml.',
  ],
  [
    'a rule that forbids',
    'roles.yaml',
    EMPLOYEE,
    rule('cannot: [read], on: Order'),
    '- { cannot',
    'structure — roles.employee.0.cannot: this member is not known here.',
  ],
  [
    'an attribute that the subject does not have',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { line: { eq: x } }'),
    '- { can: [read], on: Order, where',
    'attribute-unknown — "line" is no attribute that subjects.yaml declares here.',
  ],
  [
    'an attribute of the subject type',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { __caslSubjectType__: { eq: x } }'),
    'can: [read], on: Order, where',
    'yaml — roles.employee.0.where.__caslSubjectType__: forbidden key.',
  ],
  [
    'an operator that is not in the list',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: { regex: ".*" } }'),
    '- { can: [read], on: Order, where',
    'structure — roles.employee.0.where.region.regex: this member is not known here.',
  ],
  [
    'an operator in the library’s spelling',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: { $ne: x } }'),
    '- { can: [read], on: Order, where',
    'structure — roles.employee.0.where.region.$ne: this member is not known here.',
  ],
  [
    'a condition without an operator',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: {} }'),
    '- { can: [read], on: Order, where',
    'structure — roles.employee.0.where.region: needs an operator, like `eq`.',
  ],
  [
    'a condition with an undefined value',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: { eq: } }'),
    '- { can: [read], on: Order, where',
    'structure — roles.employee.0.where.region.eq: must be text, a number, or true or false.',
  ],
  [
    'no condition under `where`',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: {}'),
    '- { can: [read], on: Order, where',
    'condition — Conditions are empty: leave them out when there are none.',
  ],
  [
    'a fact of the principal that does not exist',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { businessLine: { in: principal.lines } }'),
    '- { can: [read], on: Order, where',
    'condition — "principal.lines" is not known: rules can refer to principal.businessLines and principal.tenant.',
  ],
  [
    'a fact that is misspelt under `ne`',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { region: { ne: principal.tenent } }'),
    '- { can: [read], on: Order, where',
    'condition — "principal.tenent" is not known: rules can refer to principal.businessLines and principal.tenant.',
  ],
  [
    'an amount as a number',
    'roles.yaml',
    EMPLOYEE,
    rule('can: [read], on: Order, where: { amount: { lt: 100.00 } }'),
    '- { can: [read], on: Order, where',
    'condition — A decimal is written in quotes, like "10000.00".',
  ],
  [
    'a role that cannot be a claim',
    'roles.yaml',
    '  auditor:',
    '  "Auditor!":',
    '"Auditor!"',
    'structure — roles.Auditor!: the name must look like supervisor.',
  ],

  [
    'a last rule with conditions',
    'approvals.yaml',
    '    - rule: any-order\n',
    '    - rule: any-order\n      when: { amount: { lt: "10000.00" } }\n',
    'when: { amount: { lt',
    'rule-order — The last rule of orders-cancel must have no `when`: some resource would be decided by no rule.',
  ],
  [
    'a rule that hides the ones after it',
    'approvals.yaml',
    '      when: { amount: { gte: "10000.00" } }\n',
    '',
    '- rule: large-order',
    'rule-order — "large-order" applies always, so the rules after it are never reached.',
  ],
  [
    'two rules of one name',
    'approvals.yaml',
    'rule: any-order',
    'rule: large-order',
    '- rule: large-order\n      required: 1',
    'rule-name — "large-order" is there twice in orders-cancel.',
  ],
  [
    'approval by nobody',
    'approvals.yaml',
    'required: 1',
    'required: 0',
    'required: 0',
    'structure — policies.orders-cancel.2.required: must be at least 1: nothing is approved by nobody.',
  ],
  [
    'more approvals than a plan can have',
    'approvals.yaml',
    'required: 2',
    'required: 11',
    'required: 11',
    'structure — policies.orders-cancel.1.required: must be at most 10.',
  ],
  [
    'a rule that demands nothing',
    'approvals.yaml',
    '      required: 1\n',
    '',
    '- rule: any-order',
    'rule-demand — A rule needs `required` and `approvers`, or `deny: true`.',
  ],
  [
    'a rule that denies and asks',
    'approvals.yaml',
    'deny: true',
    'deny: true\n      required: 1',
    '- rule: already',
    'rule-demand — A rule that denies asks nobody: remove `required` and `approvers`.',
  ],
  [
    'a rule that does not deny by saying so',
    'approvals.yaml',
    'deny: true',
    'deny: false',
    'deny: false',
    'structure — policies.orders-cancel.0.deny: must be true.',
  ],
  [
    'a rule about the principal',
    'approvals.yaml',
    'when: { state: { in: [SHIPPED, DELIVERED] } }',
    'when: { state: { in: principal.businessLines } }',
    'when: { state',
    'condition — An approval rule looks at the resource, not at the principal.',
  ],
  [
    'a rule about an attribute of nothing',
    'approvals.yaml',
    'when: { state: { in: [SHIPPED, DELIVERED] } }',
    'when: { status: { in: [SHIPPED] } }',
    'when: { status',
    'attribute-unknown — "status" is no attribute that subjects.yaml declares here.',
  ],
  [
    'an empty list',
    'approvals.yaml',
    'in: [SHIPPED, DELIVERED]',
    'in: []',
    'when: { state',
    'condition — An empty list matches nothing.',
  ],
  [
    'a reason in one language',
    'approvals.yaml',
    '        zh: 订单已出库，只能按退货处理，不能取消。\n',
    '',
    'why:',
    'structure — policies.orders-cancel.0.why.zh: is missing.',
  ],
  [
    'a reason that hides characters',
    'approvals.yaml',
    'zh: 订单已出库，只能按退货处理，不能取消。',
    'zh: "订单\\u200B"',
    'zh: "订单',
    'structure — policies.orders-cancel.0.why.zh: has characters that would not be shown as they are.',
  ],
  [
    'a policy without rules',
    'approvals.yaml',
    TEXTS['approvals.yaml'].slice(TEXTS['approvals.yaml'].indexOf('  orders-cancel:')),
    '  orders-cancel: []\n',
    '  orders-cancel: []',
    'structure — policies.orders-cancel: is empty.',
  ],

  [
    'no limit',
    'limits.yaml',
    'tenantPerMinute: 6000\n',
    '',
    'principalPerMinute',
    'structure — tenantPerMinute: is missing.',
  ],
  [
    'a limit of nothing',
    'limits.yaml',
    'principalPerMinute: 600',
    'principalPerMinute: 0',
    'principalPerMinute: 0',
    'structure — principalPerMinute: must be at least 1.',
  ],
  [
    'an anchor',
    'limits.yaml',
    'principalPerMinute: 600',
    'principalPerMinute: &x 600',
    'principalPerMinute: &x',
    'yaml — Anchors (`&name`) are not allowed: write the value out.',
  ],
];

describe('reading policy files', () => {
  it('accepts the policies of this repository', () => {
    expect(problemsOf(TEXTS)).toEqual([]);
  });

  it.each(BROKEN)('refuses %s', (_name, file, from, to, marker, problem) => {
    const texts = edited(file, from, to);
    expect(problemsOf(texts)).toContain(`${file}:${lineOf(texts[file], marker)}: ${problem}`);
  });

  it('tells the problems of all files at once', () => {
    const texts = {
      ...TEXTS,
      'roles.yaml': edited('roles.yaml', '- { can: [audit], on: Trail }', '- { can: [shred], on: Trail }')[
        'roles.yaml'
      ],
      'approvals.yaml': edited('approvals.yaml', 'required: 2', 'required: 0')['approvals.yaml'],
      'limits.yaml': edited('limits.yaml', 'tenantPerMinute: 6000', 'tenantPerMinute: many')['limits.yaml'],
    };
    expect(
      problemsOf(texts)
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(['approvals.yaml', 'limits.yaml', 'roles.yaml']);
  });

  it('tells of a file that cannot be read', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'policies-'));
    const read = readPolicyFolder(folder);
    rmSync(folder, { recursive: true });
    expect(read.ok ? [] : read.problems.map(problemLine)).toEqual(
      POLICY_FILES.map((name) => `${folder}/${name}:1: file — The file cannot be read.`),
    );
  });
});

describe('the digest of policies', () => {
  const digestOf = (texts: Record<PolicyFile, string>) => {
    const read = compile(texts);
    return read.ok ? read.policies.digest : undefined;
  };

  it('is that of their canonical text', () => {
    const read = compile(TEXTS);
    expect(read.ok && read.policies.digest).toBe(policyDigest(JSON.parse(read.ok ? read.policies.canonical : '')));
  });

  it('does not hang on comments and spelling', () => {
    const texts = edited('limits.yaml', 'tenantPerMinute: 6000', '# more\ntenantPerMinute:   6000');
    expect(digestOf(texts)).toBe(digestOf(TEXTS));
  });

  it('changes with every file', () => {
    const digests = [
      digestOf(TEXTS),
      digestOf(edited('subjects.yaml', 'region: text', 'region: text\n      weight: decimal')),
      digestOf(edited('roles.yaml', '- { can: [audit], on: Trail }', '[]')),
      digestOf(edited('approvals.yaml', 'required: 2', 'required: 3')),
      digestOf(edited('limits.yaml', 'tenantPerMinute: 6000', 'tenantPerMinute: 6001')),
    ];
    expect(new Set(digests).size).toBe(5);
    expect(digests).not.toContain(undefined);
  });
});
