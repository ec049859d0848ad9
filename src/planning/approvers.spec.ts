import { describe, expect, it } from 'vitest';
import { loadPolicies } from '../authorization/load-policies.js';
import { loadContracts } from '../contracts/load-contracts.js';
import { type Candidate, eligibleApprovers } from './approvers.js';

const policy = loadPolicies('policies', loadContracts('contracts'));

const somebody = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  human: id,
  name: id,
  tenant: 'acme',
  roles: ['supervisor'],
  businessLines: ['retail'],
  ...more,
});
const need = {
  requesterHuman: 'erin',
  permission: { action: 'approve', subject: 'Order' },
  attributes: { businessLine: 'retail', amount: '20000.00', currency: 'EUR', state: 'PAID', region: 'EU' },
};
const eligible = (...all: Candidate[]) => eligibleApprovers(policy, need, all).map(({ id }) => id);

describe('who may decide', () => {
  it('is who is entitled to this very resource', () => {
    const all = [
      somebody('sam'),
      somebody('employee', { roles: ['employee'] }),
      somebody('wei', { businessLines: ['wholesale'] }),
      somebody('both', { businessLines: ['wholesale', 'retail'] }),
      somebody('nobody', { roles: [] }),
    ];
    expect(eligible(...all)).toEqual(['sam', 'both']);
  });

  it('is never the human who asked, by whatever account', () => {
    expect(eligible(somebody('erin'), somebody('erin.admin', { human: 'erin' }))).toEqual([]);
  });

  it('counts a human once, whatever accounts they have, and by one that is entitled', () => {
    const accounts = [
      somebody('sam.reader', { human: 'sam', roles: [] }),
      somebody('sam'),
      somebody('sam.admin', { human: 'sam' }),
    ];
    expect(eligible(...accounts)).toEqual(['sam']);
  });
});
