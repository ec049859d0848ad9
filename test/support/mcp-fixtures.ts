import path from 'node:path';
import { loadContracts } from '../../src/contracts/load-contracts.js';
import type { Principal } from '../../src/identity/principal.js';
import type { ActionView } from '../../src/runtime/action-view.js';

/** The contracts that the repository ships, checked and compiled. */
export const CONTRACTS = loadContracts(path.resolve('contracts'));

export const PLAN_ID = '019b76da-a800-7000-8000-000000000001';

/** Somebody with every scope; which contracts they see is for the test to say. */
export function aPrincipal(overrides: Partial<Principal> = {}): Principal {
  return {
    id: '019b76da-a800-7000-8000-0000000000a1',
    tenant: 'acme',
    issuer: 'http://127.0.0.1:4310/oidc',
    sub: 'erin',
    human: 'erin',
    name: 'Erin',
    roles: ['employee'],
    businessLines: ['retail'],
    scopes: ['orders:cancel', 'orders:read'],
    actors: ['agent-a'],
    client: 'agent-a',
    epoch: 1,
    tokenExpiresAt: 4_102_444_800,
    channel: 'token',
    ...overrides,
  };
}

/** A pending cancellation that needs two approvals and has one. */
export function anAction(overrides: Partial<ActionView> = {}): ActionView {
  return {
    id: PLAN_ID,
    tool: 'orders.cancel.v1',
    title: { en: 'Cancel an order', zh: '取消订单' },
    risk: 'WRITE_HIGH',
    state: 'PENDING',
    summary: { en: 'Cancel order A-100042 of Ada for 12,000.00 CNY.', zh: '取消订单 A-100042。' },
    resource: { type: 'Order', id: 'A-100042', label: 'A-100042' },
    requester: { name: 'Erin', sub: 'erin' },
    actors: ['agent-a'],
    required: 2,
    approvals: 1,
    createdAt: '2026-11-28T10:00:00.000Z',
    decideBy: '2026-11-28T14:00:00.000Z',
    executeBy: '2026-11-28T15:00:00.000Z',
    shortCode: 'ABCD-EF01',
    canDecide: false,
    cannotDecideReason: 'SELF',
    actionDigest: 'ab'.repeat(32),
    displayDigest: 'cd'.repeat(32),
    toolDigest: 'ef'.repeat(32),
    policyDigest: '01'.repeat(32),
    operationId: 'op',
    display: {},
    arguments: { orderId: 'A-100042', reason: 'The customer ordered twice.' },
    rule: { policy: 'orders-cancel', rule: 'large-order', why: { en: 'Large', zh: '大额' } },
    adapterClass: '0',
    mode: 'automatic',
    run: null,
    nonce: 'n',
    resourceVersion: '3',
    snapshotAt: '2026-11-28T10:00:00.000Z',
    decisions: [],
    eligible: [],
    excluded: [],
    timeline: [],
    chainVerified: true,
    similar: [],
    approvalUrl: `http://127.0.0.1:4310/console/d/${PLAN_ID}`,
    reasonRequired: false,
    canRevoke: false,
    canCancel: true,
    ...overrides,
  };
}

export const CANCELLED_ORDER = {
  orderId: 'A-100042',
  state: 'CANCELLED',
  version: '4',
  cancelledAt: '2026-11-28T11:00:00.000Z',
};
