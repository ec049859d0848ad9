import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractProblems } from '../../../test/support/broken-contract.js';
import { type Broken, edited, lineOf } from '../../../test/support/broken-text.js';

const FILE = 'orders.cancel.v1.yaml';
const CANCEL = readFileSync(`contracts/${FILE}`, 'utf8');

const RULES: readonly Broken[] = [
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

describe('the meaning of a contract', () => {
  it.each(RULES)('is checked: %s', (_name, from, to, marker, problem) => {
    const broken = edited(CANCEL, from, to);
    expect(contractProblems(FILE, broken)).toContain(`${FILE}:${lineOf(broken, marker)}: ${problem}`);
  });
});
