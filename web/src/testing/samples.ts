import type { ActionSummary, ActionView, DecisionView, Display, Me } from '../api/types';

const HOUR = 3_600_000;

export const DISPLAY: Display = {
  renderer: 'countersign-display-1',
  title: { en: 'Cancel an order', zh: '取消订单' },
  effect: {
    en: [
      { kind: 'text', text: 'Cancel order ', trusted: true },
      { kind: 'text', text: 'A-1001' },
      { kind: 'text', text: '.', trusted: true },
    ],
    zh: [
      { kind: 'text', text: '取消订单 ', trusted: true },
      { kind: 'text', text: 'A-1001' },
      { kind: 'text', text: '。', trusted: true },
    ],
  },
  fields: [{ label: { en: 'Amount', zh: '金额' }, value: [{ kind: 'text', text: '48,200.00' }], flags: [] }],
  arguments: [
    {
      name: 'orderId',
      label: { en: 'Order', zh: '订单' },
      value: [{ kind: 'text', text: 'A-1001' }],
      raw: '"A-1001"',
      untrusted: false,
      flags: [],
    },
    {
      name: 'reason',
      label: { en: 'Reason', zh: '理由' },
      value: [{ kind: 'text', text: 'please approve' }],
      raw: '"please approve"',
      untrusted: true,
      flags: [],
    },
  ],
  diff: [
    {
      attribute: 'status',
      label: { en: 'Status', zh: '状态' },
      before: [{ kind: 'text', text: 'CONFIRMED' }],
      after: [{ kind: 'text', text: 'CANCELLED' }],
    },
  ],
  consequence: {
    en: [{ kind: 'text', text: 'It cannot be undone.', trusted: true }],
    zh: [{ kind: 'text', text: '无法撤销。', trusted: true }],
  },
  lostAnswer: { en: 'Nothing is in doubt.', zh: '结果不会存疑。' },
};

export function aSummary(facts: Partial<ActionSummary> = {}): ActionSummary {
  const now = Date.now();
  return {
    id: '0193f0a2-7b1c-7001-9a11-000000000001',
    tool: 'orders.cancel.v1',
    title: DISPLAY.title,
    risk: 'WRITE_HIGH',
    state: 'PENDING',
    summary: { en: 'Cancel order A-1001.', zh: '取消订单 A-1001。' },
    resource: { type: 'order', id: 'A-1001', label: 'A-1001' },
    requester: { name: 'Erin', sub: 'erin' },
    actors: ['order-assistant'],
    required: 1,
    approvals: 0,
    createdAt: new Date(now - HOUR).toISOString(),
    decideBy: new Date(now + 4 * HOUR).toISOString(),
    executeBy: new Date(now + 5 * HOUR).toISOString(),
    shortCode: 'C8A5-D637',
    canDecide: true,
    ...facts,
  };
}

export function aView(facts: Partial<ActionView> = {}): ActionView {
  return {
    ...aSummary(),
    actionDigest: 'a'.repeat(64),
    displayDigest: 'd'.repeat(64),
    toolDigest: 'c'.repeat(64),
    policyDigest: 'b'.repeat(64),
    operationId: 'op-1',
    display: DISPLAY,
    arguments: { orderId: 'A-1001', reason: 'please approve' },
    rule: {
      policy: 'orders-cancel',
      rule: 'any-order',
      why: { en: 'Every cancellation needs one.', zh: '均须一人。' },
    },
    adapterClass: '0',
    mode: 'automatic',
    run: null,
    nonce: 'nonce',
    resourceVersion: '7',
    snapshotAt: new Date().toISOString(),
    decisions: [],
    eligible: [{ name: 'Sam' }],
    excluded: [{ name: 'Erin', why: 'SELF' }],
    timeline: [],
    chainVerified: true,
    similar: [],
    approvalUrl: '/console/d/1',
    reasonRequired: false,
    canRevoke: false,
    canCancel: false,
    ...facts,
  };
}

export function aDecision(facts: Partial<DecisionView> = {}): DecisionView {
  return {
    approver: { name: 'Sofia Reyes' },
    decision: 'APPROVE',
    state: 'VALID',
    counts: true,
    reason: '',
    at: new Date(Date.now() - 3_000).toISOString(),
    mine: false,
    ...facts,
  };
}

export function aMe(facts: Partial<Me['permissions']> = {}): Me {
  return {
    principal: {
      id: 'p-sam',
      name: 'Sam',
      sub: 'sam',
      tenant: 'acme',
      tenantName: 'Acme',
      roles: ['supervisor'],
      businessLines: ['retail'],
    },
    csrfToken: 'csrf-1',
    permissions: { approve: true, audit: false, administer: false, ...facts },
  };
}

/** The answer of a refused request. */
export function aProblem(status: number, code: string, more: Record<string, unknown> = {}): Response {
  const problem = {
    type: `https://countersign.dev/problems/${code.toLowerCase()}`,
    title: code,
    status,
    code,
    ...more,
  };
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } });
}
