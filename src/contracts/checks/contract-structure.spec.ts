import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractProblems } from '../../../test/support/broken-contract.js';
import { type Broken, edited, lineOf } from '../../../test/support/broken-text.js';

const FILE = 'orders.cancel.v1.yaml';
const CANCEL = readFileSync(`contracts/${FILE}`, 'utf8');

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

describe('the structure of a contract file', () => {
  it.each(STRUCTURE)('is checked: %s', (_name, from, to, marker, problem) => {
    const broken = edited(CANCEL, from, to);
    expect(contractProblems(FILE, broken)).toContain(`${FILE}:${lineOf(broken, marker)}: ${problem}`);
  });
});
