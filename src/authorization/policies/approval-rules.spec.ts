import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policyProblems } from '../../../test/support/broken-policies.js';
import { type Broken, edited, lineOf } from '../../../test/support/broken-text.js';

const FILE = 'approvals.yaml';
const TEXT = readFileSync(`policies/${FILE}`, 'utf8');

const BROKEN: readonly Broken[] = [
  [
    'a last rule with conditions',
    '    - rule: any-order\n',
    '    - rule: any-order\n      when: { amount: { lt: "10000.00" } }\n',
    'when: { amount: { lt',
    'rule-order — The last rule of orders-cancel must have no `when`: some resource would be decided by no rule.',
  ],
  [
    'a rule that hides the ones after it',
    '      when: { amount: { gte: "10000.00" } }\n',
    '',
    '- rule: large-order',
    'rule-order — "large-order" applies always, so the rules after it are never reached.',
  ],
  [
    'two rules of one name',
    'rule: any-order',
    'rule: large-order',
    '- rule: large-order\n      required: 1',
    'rule-name — "large-order" is there twice in orders-cancel.',
  ],
  [
    'approval by nobody',
    'required: 1',
    'required: 0',
    'required: 0',
    'structure — policies.orders-cancel.2.required: must be at least 1: nothing is approved by nobody.',
  ],
  [
    'more approvals than a plan can have',
    'required: 2',
    'required: 11',
    'required: 11',
    'structure — policies.orders-cancel.1.required: must be at most 10.',
  ],
  [
    'a rule that demands nothing',
    '      required: 1\n',
    '',
    '- rule: any-order',
    'rule-demand — A rule needs `required` and `approvers`, or `deny: true`.',
  ],
  [
    'a rule that denies and asks',
    'deny: true',
    'deny: true\n      required: 1',
    '- rule: already',
    'rule-demand — A rule that denies asks nobody: remove `required` and `approvers`.',
  ],
  [
    'a rule that does not deny by saying so',
    'deny: true',
    'deny: false',
    'deny: false',
    'structure — policies.orders-cancel.0.deny: must be true.',
  ],
  [
    'a rule about the principal',
    'when: { state: { in: [SHIPPED, DELIVERED] } }',
    'when: { state: { in: principal.businessLines } }',
    'when: { state',
    'condition — An approval rule looks at the resource, not at the principal.',
  ],
  [
    'a rule about an attribute of nothing',
    'when: { state: { in: [SHIPPED, DELIVERED] } }',
    'when: { status: { in: [SHIPPED] } }',
    'when: { status',
    'attribute-unknown — "status" is no attribute that subjects.yaml declares here.',
  ],
  [
    'an empty list',
    'in: [SHIPPED, DELIVERED]',
    'in: []',
    'when: { state',
    'condition — An empty list matches nothing.',
  ],
  [
    'a reason in one language',
    '        zh: 订单已出库，只能按退货处理，不能取消。\n',
    '',
    'why:',
    'structure — policies.orders-cancel.0.why.zh: is missing.',
  ],
  [
    'a reason that hides characters',
    'zh: 订单已出库，只能按退货处理，不能取消。',
    'zh: "订单\\u200B"',
    'zh: "订单',
    'structure — policies.orders-cancel.0.why.zh: has characters that would not be shown as they are.',
  ],
  [
    'a policy without rules',
    TEXT.slice(TEXT.indexOf('  orders-cancel:')),
    '  orders-cancel: []\n',
    '  orders-cancel: []',
    'structure — policies.orders-cancel: is empty.',
  ],
];

describe('a rule of approvals.yaml', () => {
  it.each(BROKEN)('is checked: %s', (_name, from, to, marker, problem) => {
    const broken = edited(TEXT, from, to);
    expect(policyProblems(FILE, broken)).toContain(`${FILE}:${lineOf(broken, marker)}: ${problem}`);
  });
});
