import { describe, expect, it } from 'vitest';
import { loadPolicies } from '../authorization/load-policies.js';
import { loadContracts } from '../contracts/load-contracts.js';
import type { Principal } from '../identity/principal.js';
import { type DecisionFacts, mayApproveSomething, mayAudit, maySeePlan, whyNotDecide } from './eligibility.js';

const contracts = loadContracts('contracts');
const policy = loadPolicies('policies', contracts);

const now = new Date('2026-11-30T12:00:00.000Z');
const facts: DecisionFacts = {
  state: 'PENDING',
  decideBy: now,
  now,
  requesterHuman: 'erin',
  viewerHuman: 'sam',
  entitled: true,
  decided: false,
};

describe('why somebody cannot decide', () => {
  it('is nothing when they are entitled, somebody else asked, and the last moment is not over', () => {
    expect(whyNotDecide(facts)).toBeUndefined();
  });

  it.each<[string, Partial<DecisionFacts>]>([
    ['SELF', { viewerHuman: 'erin' }],
    ['NOT_ELIGIBLE', { entitled: false }],
    ['ALREADY_DECIDED', { decided: true }],
    ['DECIDE_BY_PASSED', { now: new Date(now.getTime() + 1) }],
    ['NOT_PENDING', { state: 'CONSUMED' }],
    ['NOT_PENDING', { state: 'REJECTED' }],
    ['NOT_PENDING', { state: 'CANCELLED' }],
    ['NOT_PENDING', { state: 'SUPERSEDED' }],
    ['NOT_PENDING', { state: 'INVALIDATED' }],
    ['NOT_PENDING', { state: 'EXPIRED' }],
  ])('is %s for %o', (why, change) => {
    expect(whyNotDecide({ ...facts, ...change })).toBe(why);
  });

  it('is told in an order that says nothing to those who are not entitled', () => {
    expect(whyNotDecide({ ...facts, entitled: false, decided: true })).toBe('NOT_ELIGIBLE');
    expect(whyNotDecide({ ...facts, viewerHuman: 'erin', entitled: false })).toBe('SELF');
  });
});

const principal = (human: string, roles: string[], businessLines: string[] = []): Principal => ({
  id: human,
  tenant: 'acme',
  issuer: 'i',
  sub: `account-of-${human}`,
  human,
  name: human,
  roles,
  businessLines,
  scopes: [],
  actors: [],
  client: 'c',
  epoch: 1,
  tokenExpiresAt: 0,
  channel: 'console',
});
const order = { businessLine: 'retail', amount: '10.00', currency: 'EUR', state: 'PAID', region: 'EU' };
const plan = {
  requesterHuman: 'erin',
  attributes: order,
  rule: { policy: 'p', rule: 'r', why: { en: '', zh: '' }, permission: { action: 'approve', subject: 'Order' } },
};

describe('a plan is seen', () => {
  it.each<[boolean, string, Principal]>([
    [true, 'its requester’s human, even without any right left', principal('erin', [])],
    [true, 'a supervisor of its line', principal('sam', ['supervisor'], ['retail'])],
    [true, 'an employee who may read its order', principal('emil', ['employee'], ['retail'])],
    [true, 'an auditor', principal('ana', ['auditor'])],
    [false, 'a supervisor of another line', principal('wei', ['supervisor'], ['wholesale'])],
    [false, 'a supervisor without a line', principal('wei', ['supervisor'])],
    [false, 'a platform engineer', principal('petra', ['platform'])],
    [false, 'somebody without rights', principal('noel', [], ['retail'])],
  ])('%s: %s', (seen, _, viewer) => {
    expect(maySeePlan(policy, viewer, plan)).toBe(seen);
  });
});

describe('the parts of the console', () => {
  it('for approving are for those who could approve something', () => {
    const mayApprove = (who: Principal) => mayApproveSomething(policy, who, contracts.all());
    expect(mayApprove(principal('sam', ['supervisor'], ['retail']))).toBe(true);
    expect(mayApprove(principal('sam', ['supervisor']))).toBe(false);
    expect(mayApprove(principal('erin', ['employee'], ['retail']))).toBe(false);
  });

  it('for auditing are for auditors', () => {
    expect(mayAudit(policy, principal('ana', ['auditor']))).toBe(true);
    expect(mayAudit(policy, principal('sam', ['supervisor', 'platform'], ['retail']))).toBe(false);
  });
});
