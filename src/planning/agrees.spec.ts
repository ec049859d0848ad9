import { describe, expect, it } from 'vitest';
import { sealAction } from '../canonical/action.js';
import { agreesWithAction } from './agrees.js';
import type { Plan } from './plan.js';

const sealed = sealAction({
  typ: 'countersign/action/v1',
  tenant: 'acme',
  issuer: 'https://login.example',
  requester: { sub: 'erin', human: 'erin' },
  actors: ['order-assistant'],
  client: 'order-assistant',
  run: null,
  plan: '0198f000-0000-7000-8000-0000000000bb',
  nonce: 'n',
  tool: 'orders.cancel.v1',
  toolDigest: 'a'.repeat(64),
  arguments: { orderId: 'A-100042' },
  resource: { type: 'Order', id: 'A-100042', version: '3' },
  policyDigest: 'b'.repeat(64),
  approvals: { required: 2, rule: 'large-order', policy: 'orders-cancel' },
  expiresAt: '2026-11-30T20:00:00.000Z',
});
const requester = { issuer: 'https://login.example', sub: 'erin' };
const rule: Plan['rule'] = {
  policy: 'orders-cancel',
  rule: 'large-order',
  why: { en: 'large', zh: '大额' },
  permission: { action: 'approve', subject: 'Order' },
};
const plan: Plan = {
  tenant: 'acme',
  id: '0198f000-0000-7000-8000-0000000000bb',
  requesterId: '0198f000-0000-7000-8000-0000000000aa',
  requesterHuman: 'erin',
  tool: 'orders.cancel.v1',
  toolDigest: 'a'.repeat(64),
  policyDigest: 'b'.repeat(64),
  action: sealed.canonical,
  actionDigest: sealed.digest,
  displayDigest: 'd'.repeat(64),
  operationId: sealed.operationId,
  resourceType: 'Order',
  resourceId: 'A-100042',
  resourceVersion: '3',
  attributes: {},
  required: 2,
  rule,
  mode: 'automatic',
  state: 'PENDING',
  quorumAt: null,
  decideBy: new Date('2026-11-30T19:00:00.000Z'),
  executeBy: new Date('2026-11-30T20:00:00.000Z'),
};

describe('a plan’s columns', () => {
  it('agree with the action as it was stored', () => {
    expect(agreesWithAction(plan, requester, sealed)).toBe(true);
  });

  it('agree when the plan ends earlier than what was signed allows', () => {
    expect(agreesWithAction({ ...plan, executeBy: new Date('2026-11-30T19:30:00.000Z') }, requester, sealed)).toBe(
      true,
    );
  });

  it.each<Partial<Plan>>([
    { tenant: 'globex' },
    { id: '0198f000-0000-7000-8000-0000000000cc' },
    { requesterHuman: 'sam' },
    { tool: 'orders.cancel.v2' },
    { toolDigest: 'c'.repeat(64) },
    { policyDigest: 'c'.repeat(64) },
    { operationId: 'another' },
    { resourceType: 'Invoice' },
    { resourceId: 'A-100043' },
    { resourceVersion: '4' },
    { required: 1 },
    { rule: { ...rule, rule: 'any-order' } },
    { rule: { ...rule, policy: 'orders-get' } },
    { executeBy: new Date('2026-11-30T20:00:00.001Z') },
  ])('do not agree with %o', (change) => {
    expect(agreesWithAction({ ...plan, ...change }, requester, sealed)).toBe(false);
  });

  it.each([{ sub: 'erin.admin' }, { issuer: 'https://other.example' }])(
    'do not agree with the account %o',
    (change) => {
      expect(agreesWithAction(plan, { ...requester, ...change }, sealed)).toBe(false);
    },
  );
});
