import { describe, expect, it } from 'vitest';
import { claimedPrincipal } from '../principal.js';
import { claimsOf, LOCAL_PEOPLE, LOCAL_TENANTS, personCalled } from './people.js';

describe('the people of the demonstration', () => {
  it.each(LOCAL_PEOPLE.map((somebody) => [somebody.username, somebody] as const))(
    'include %s with claims that the engine accepts',
    (_, somebody) => {
      const claims = {
        ...claimsOf(somebody),
        iss: 'http://127.0.0.1/oidc',
        sub: somebody.username,
        client_id: 'x',
        iat: 1,
        exp: 2,
      };
      expect(claimedPrincipal(claims)).toMatchObject({
        ok: true,
        value: {
          tenant: somebody.tenant,
          human: somebody.human,
          roles: somebody.roles,
          businessLines: somebody.businessLines,
        },
      });
    },
  );

  it('have names of their own and work for a known company', () => {
    expect(new Set(LOCAL_PEOPLE.map(({ username }) => username)).size).toBe(LOCAL_PEOPLE.length);
    const tenants = LOCAL_TENANTS.map(({ id }) => id);
    for (const { tenant } of LOCAL_PEOPLE) expect(tenants).toContain(tenant);
  });

  it('include two accounts of one human, to show that a second account is no second vote', () => {
    expect(personCalled('sam')?.human).toBe('sam');
    expect(personCalled('sam.admin')?.human).toBe('sam');
  });

  it.each(LOCAL_TENANTS.map(({ id }) => id))(
    'give %s two retail supervisors, an employee, an auditor and a platform engineer',
    (tenant) => {
      const of = (role: string) =>
        LOCAL_PEOPLE.filter((p) => p.tenant === tenant && p.roles.includes(role) && p.username === p.human);
      expect(of('supervisor').filter((p) => p.businessLines.includes('retail'))).toHaveLength(2);
      for (const role of ['employee', 'auditor', 'platform']) expect(of(role)).toHaveLength(1);
    },
  );
});
