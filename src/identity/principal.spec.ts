import { describe, expect, it } from 'vitest';
import { type ClaimedPrincipal, claimedPrincipal, effectiveRoles } from './principal.js';

const CLAIMS = {
  iss: 'https://id.example',
  sub: 'erin',
  tenant: 'acme',
  name: 'Erin Walsh',
  email: 'erin@acme.example',
  roles: ['employee'],
  business_lines: ['retail'],
  scope: 'orders:read actions',
  client_id: 'order-assistant',
  iat: 1_000,
  exp: 2_000,
};

function read(claims: Record<string, unknown>): ClaimedPrincipal {
  const result = claimedPrincipal({ ...CLAIMS, ...claims });
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

function fault(claims: Record<string, unknown>): string | undefined {
  const result = claimedPrincipal({ ...CLAIMS, ...claims });
  return result.ok ? undefined : result.refusal.message;
}

describe('the claims of a token', () => {
  it('become a principal', () => {
    expect(read({})).toEqual({
      tenant: 'acme',
      issuer: 'https://id.example',
      sub: 'erin',
      human: 'erin',
      name: 'Erin Walsh',
      email: 'erin@acme.example',
      roles: ['employee'],
      businessLines: ['retail'],
      scopes: ['actions', 'orders:read'],
      actors: [],
      client: 'order-assistant',
      issuedAt: 1_000,
      expiresAt: 2_000,
    });
  });

  it('keep the chain of agents, outermost first', () => {
    expect(read({ act: { sub: 'a', act: { sub: 'b', act: { sub: 'c', act: { sub: 'd' } } } } }).actors).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  it.each([
    [
      'deeper than four agents',
      { sub: 'a', act: { sub: 'b', act: { sub: 'c', act: { sub: 'd', act: { sub: 'e' } } } } },
    ],
    ['without a name', { client_id: 'a' }],
    ['that is a text', 'order-assistant'],
    ['that is null', null],
    ['with an unnamed agent inside', { sub: 'a', act: { act: { sub: 'b' } } }],
  ])('with a chain of agents %s are refused', (_, act) => {
    expect(fault({ act })).toBe('claim act');
  });

  it.each([undefined, '', 'A', 'a', 'acme;drop', '-acme', 'a'.repeat(42), 7, ['acme'], null])(
    'with the tenant %j are refused',
    (tenant) => {
      expect(fault({ tenant })).toBe('claim tenant');
    },
  );

  it.each(
    ['employee', { 0: 'employee' }, null, ['employee', 7], [['employee']], [null], [''], ['a\n']].map((roles) => ({
      roles,
    })),
  )('with the roles $roles are refused', ({ roles }) => {
    expect(fault({ roles })).toMatch(/^claim roles/);
  });

  it('without roles and business lines give none', () => {
    expect(read({ roles: undefined, business_lines: undefined })).toMatchObject({ roles: [], businessLines: [] });
  });

  it('mean the same in any order and with repetitions', () => {
    expect(read({ roles: ['b', 'a', 'b'] }).roles).toEqual(['a', 'b']);
  });

  it('name the human apart from the account when there is such a claim', () => {
    expect(read({ sub: 'sam.admin', human: 'sam' }).human).toBe('sam');
  });

  it('of a machine that acts for itself name the client as its human', () => {
    expect(read({ sub: 'nightly-job', client_id: 'nightly-job' }).human).toBe('client:nightly-job');
  });

  it('take the client from azp when client_id is missing, and are refused without both', () => {
    expect(read({ client_id: undefined, azp: 'console' }).client).toBe('console');
    expect(fault({ client_id: undefined })).toBe('claim client_id');
  });

  it.each([
    ['sub', 'er\0in'],
    ['sub', 'erin\n'],
    ['sub', '\ud800'],
    ['sub', ''],
    ['human', 'x\u0007'],
    ['name', 'a'.repeat(201)],
    ['scope', ['orders:read']],
    ['iat', '1000'],
    ['exp', undefined],
  ])('with an odd %s are refused', (name, value) => {
    expect(fault({ [name]: value })).toBe(`claim ${name}`);
  });

  it('that are no object are refused', () => {
    for (const claims of [undefined, null, 'erin', []]) expect(claimedPrincipal(claims).ok).toBe(false);
  });
});

describe('effective roles', () => {
  it('are the claimed ones without the revoked ones', () => {
    expect(effectiveRoles({ claimedRoles: ['a', 'b'], revokedRoles: ['b', 'c'], disabled: false })).toEqual(['a']);
  });

  it('are none for a disabled principal', () => {
    expect(effectiveRoles({ claimedRoles: ['a'], revokedRoles: [], disabled: true })).toEqual([]);
  });
});
