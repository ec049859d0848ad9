import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadContracts } from '../contracts/load-contracts.js';
import { AbilityCache, PrincipalAbility, rulesOf } from './ability.js';
import {
  compilePolicies,
  POLICY_FILES,
  type PolicyBytes,
  type PolicyFile,
  type PolicySet,
} from './policies/policy-set.js';
import { type Authority, PolicyEngine, type ResourceAttributes } from './policy-engine.js';

function policies(changes: Partial<Record<PolicyFile, string>> = {}): PolicySet {
  const bytes = Object.fromEntries(
    POLICY_FILES.map((name) => [name, Buffer.from(changes[name] ?? readFileSync(`policies/${name}`, 'utf8'), 'utf8')]),
  );
  const read = compilePolicies((name) => `policies/${name}`, bytes as unknown as PolicyBytes);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  return read.policies;
}

const engine = new PolicyEngine(policies());
const cancel = { action: 'cancel', subject: 'Order' };
const order: ResourceAttributes = {
  businessLine: 'retail',
  amount: '59.90',
  currency: 'EUR',
  state: 'PAID',
  region: 'north',
};
const who = (roles: readonly string[], businessLines: readonly string[] = ['retail'], tenant = 'acme'): Authority => ({
  roles,
  businessLines,
  tenant,
});
const employee = who(['employee']);

const allowed = (attributes: unknown, principal = employee) =>
  engine.authorize(principal, cancel, attributes as ResourceAttributes).allowed;

describe('authorizing on a resource', () => {
  it('allows what a rule allows, and says which one', () => {
    expect(engine.authorize(employee, cancel, order)).toEqual({
      allowed: true,
      because: { role: 'employee', rule: 1, file: 'policies/roles.yaml', line: 5 },
    });
  });

  it('names the first rule of the file when several allow', () => {
    const decision = engine.authorize(who(['employee', 'supervisor']), cancel, order);
    expect(decision).toMatchObject({ because: { role: 'employee' } });
  });

  it('denies what no rule allows, and says so', () => {
    expect(engine.authorize(who(['employee'], ['wholesale']), cancel, order)).toEqual({
      allowed: false,
      because: { reason: 'NO_RULE', message: 'no rule of employee allows to cancel this Order' },
    });
  });

  it('denies a subject and an action that no policy knows', () => {
    expect(engine.authorize(employee, { action: 'cancel', subject: 'all' }, order)).toMatchObject({
      because: { reason: 'UNKNOWN_SUBJECT' },
    });
    expect(engine.authorize(employee, { action: 'cancel', subject: 'constructor' }, order).allowed).toBe(false);
    expect(engine.authorize(employee, { action: 'manage', subject: 'Order' }, order)).toMatchObject({
      because: { reason: 'UNKNOWN_ACTION' },
    });
  });

  it('gives nothing to roles that no policy names, even those that other programs believe in', () => {
    for (const role of ['admin', 'manage', 'all', '*', '__proto__', 'constructor', ''])
      expect(allowed(order, who([role]))).toBe(false);
    expect(allowed(order, who([]))).toBe(false);
  });
});

describe('what data could do to its own authorization', () => {
  it('is not to name another subject type', () => {
    const auditor = who(['auditor']);
    const spoofed = { ...order, __caslSubjectType__: 'Trail' };
    expect(engine.authorize(auditor, { action: 'audit', subject: 'Order' }, spoofed).allowed).toBe(false);
    expect(allowed(spoofed)).toBe(false);
    const inherited = Object.assign(Object.create({ __caslSubjectType__: 'Trail' }), order);
    expect(allowed(inherited)).toBe(false);
  });

  it('is not to be a list that holds the right value among others', () => {
    expect(allowed({ ...order, businessLine: ['wholesale', 'retail'] })).toBe(false);
    expect(allowed({ ...order, businessLine: 'retail' })).toBe(true);
  });

  it('is not to leave out what the rule asks for', () => {
    const { businessLine: _, ...rest } = order;
    expect(allowed(rest)).toBe(false);
    expect(allowed({ ...order, businessLine: undefined })).toBe(false);
    expect(allowed({ ...order, businessLine: null })).toBe(false);
  });

  it('is not to be a bare type name, for which CASL ignores conditions', () => {
    expect(allowed('Order')).toBe(false);
    expect(allowed(function Order() {})).toBe(false);
    expect(allowed(undefined)).toBe(false);
  });

  it('is not to inherit the right value', () => {
    const { businessLine, ...rest } = order;
    expect(allowed(Object.assign(Object.create({ businessLine }), rest))).toBe(false);
  });

  it('is not to answer differently the second time', () => {
    let asked = 0;
    const get = () => (asked++ === 0 ? 'retail' : 'wholesale');
    expect(allowed(Object.defineProperty({ ...order }, 'businessLine', { get, enumerable: true }))).toBe(false);
    expect(asked).toBe(0);
  });

  it('does not change the attributes that it was given', () => {
    const given = { ...order };
    allowed(given);
    expect(Reflect.ownKeys(given)).toEqual(Object.keys(order));
  });
});

describe('what is missing of the principal', () => {
  it('denies: no business line, or one that is undefined, matches no order without one', () => {
    const { businessLine: _, ...rest } = order;
    for (const lines of [[], undefined, [undefined], 'retail']) {
      const principal = { ...employee, businessLines: lines } as unknown as Authority;
      expect(allowed(order, principal)).toBe(false);
      expect(allowed(rest, principal)).toBe(false);
      expect(engine.maySee(principal, { permission: cancel })).toBe(false);
    }
  });
});

describe('seeing a tool', () => {
  it('takes a rule that could match for this principal', () => {
    expect(engine.maySee(employee, { permission: cancel })).toBe(true);
    expect(engine.maySee(who(['employee'], ['wholesale']), { permission: cancel })).toBe(true);
    expect(engine.maySee(who(['auditor']), { permission: cancel })).toBe(false);
    expect(engine.maySee(who([]), { permission: cancel })).toBe(false);
    expect(engine.maySee(employee, { permission: { action: 'manage', subject: 'Order' } })).toBe(false);
  });

  it('never hides a tool with which something would be allowed', () => {
    const principals = [['employee'], ['supervisor'], ['auditor'], ['platform'], ['none'], []].flatMap((roles) =>
      [[], ['retail'], ['wholesale']].map((lines) => who(roles, lines)),
    );
    const entitled = principals.filter((principal) => allowed(order, principal));
    expect(entitled).toHaveLength(2);
    expect(entitled.filter((principal) => !engine.maySee(principal, { permission: cancel }))).toEqual([]);
  });
});

describe('approval rules', () => {
  const rule = (attributes: object) => engine.approvalRule('orders-cancel', attributes as ResourceAttributes);

  it.each([
    ['9999.99', 'any-order', 1],
    ['10000.00', 'large-order', 2],
    ['10000', 'large-order', 2],
    ['9', 'any-order', 1],
    ['123456789012345678901234567890.00', 'large-order', 2],
  ])('an order of %s is for %s, with %d approvals', (amount, name, required) => {
    expect(rule({ ...order, amount })).toMatchObject({
      outcome: 'require',
      rule: name,
      required,
      permission: 'approve',
    });
  });

  it('deny what they deny, with the reason in both languages', () => {
    expect(rule({ ...order, state: 'SHIPPED' })).toMatchObject({
      outcome: 'deny',
      rule: 'already-on-its-way',
      why: { en: expect.stringContaining('warehouse'), zh: expect.stringContaining('出库') },
    });
  });

  it('deny when an attribute that they ask for is missing, instead of falling to a laxer rule', () => {
    const { amount: _, ...rest } = order;
    expect(rule(rest)).toMatchObject({ outcome: 'deny', rule: 'large-order' });
    expect(rule({ ...order, amount: undefined })).toMatchObject({ outcome: 'deny' });
    expect(rule({ ...order, amount: 1e9 })).toMatchObject({ outcome: 'deny' });
    expect(rule({ ...order, amount: ['20000.00'] })).toMatchObject({ outcome: 'deny' });
  });

  it('deny for attributes that are refused, even when no rule asks for any', () => {
    const text =
      'policies: { all: [{ rule: any, required: 1, approvers: { permission: approve }, why: { en: a, zh: b } }] }\n';
    const lax = new PolicyEngine(policies({ 'approvals.yaml': text }));
    expect(lax.approvalRule('all', order)).toMatchObject({ outcome: 'require' });
    expect(lax.approvalRule('all', { __caslSubjectType__: 'Trail' })).toMatchObject({ outcome: 'deny' });
  });

  it('deny under a policy that does not exist', () => {
    expect(engine.approvalRule('nowhere', order)).toMatchObject({ outcome: 'deny' });
    expect(engine.approvalRule('constructor', order)).toMatchObject({ outcome: 'deny' });
  });
});

describe('explaining', () => {
  it('says which rule allowed', () => {
    expect(engine.explain(employee, cancel, order).sentence).toBe(
      'Allowed by rule 1 of the role employee (policies/roles.yaml:5).',
    );
  });

  it('says what each rule that comes near still needs, and which roles nobody knows', () => {
    const explained = engine.explain(who(['employee', 'boss'], ['wholesale']), cancel, order);
    expect(explained.considered).toEqual([
      {
        role: 'employee',
        rule: 1,
        file: 'policies/roles.yaml',
        line: 5,
        allows: false,
        failed: ['businessLine in principal.businessLines'],
      },
    ]);
    expect(explained.unknownRoles).toEqual(['boss']);
    expect(explained.sentence).toBe(
      'Denied: no rule of employee, boss allows to cancel this Order. ' +
        'Nearest: employee (policies/roles.yaml:5) needs businessLine in principal.businessLines. No policy names boss.',
    );
  });

  it('never disagrees with the decision', () => {
    for (const roles of [['employee'], ['supervisor', 'auditor'], ['platform'], []]) {
      for (const lines of [[], ['retail'], ['wholesale']]) {
        const { decision, considered } = engine.explain(who(roles, lines), cancel, order);
        expect(considered.some(({ allows }) => allows)).toBe(decision.allowed);
      }
    }
  });
});

describe('abilities', () => {
  it('are kept for principals with the same rights, and not mixed up', () => {
    const cache = new AbilityCache(policies().roles);
    const first = cache.of(employee);
    expect(cache.of({ ...employee, roles: [...employee.roles] })).toBe(first);
    expect(cache.of(who(['employee'], ['wholesale']))).not.toBe(first);
    expect(cache.of(who(['supervisor']))).not.toBe(first);
    expect(cache.of(who(['employee'], ['retail'], 'globex'))).not.toBe(first);
    expect(cache.of(who(['employee,retail'], []))).not.toBe(cache.of(who(['employee'], ['retail'])));
  });

  it('are built anew when a role is taken away', () => {
    expect(allowed(order, who(['supervisor']))).toBe(true);
    expect(allowed(order, who([]))).toBe(false);
  });

  it('are forgotten, the longest unused first, when there are too many', () => {
    const cache = new AbilityCache(policies().roles, 3);
    const kept = cache.of(who(['employee'], ['0']));
    const lost = cache.of(who(['employee'], ['1']));
    const third = cache.of(who(['employee'], ['2']));
    cache.of(who(['employee'], ['0']));
    cache.of(who(['employee'], ['3']));
    expect(cache.size).toBe(3);
    expect(cache.of(who(['employee'], ['0']))).toBe(kept);
    // Asking for one that is there takes nobody's place.
    cache.of(who(['employee'], ['3']));
    expect(cache.of(who(['employee'], ['2']))).toBe(third);
    expect(cache.size).toBe(3);
    expect(cache.of(who(['employee'], ['0']))).toBe(kept);
    expect(cache.of(who(['employee'], ['1']))).not.toBe(lost);
  });

  it('know no action and no subject that means everything', () => {
    const [rule] = rulesOf(['auditor'], policies().roles);
    if (rule === undefined) throw new Error('no rule');
    const wild = [
      { ...rule, actions: ['manage'], subject: 'Order' },
      { ...rule, actions: ['cancel'], subject: 'all' },
    ];
    for (const one of wild) {
      const ability = new PrincipalAbility([one], employee);
      expect(ability.couldDo('cancel', 'Order')).toBe(false);
      expect(ability.allowingRule('cancel', 'Order', {})).toBeUndefined();
    }
  });
});

describe('conditions on more than one attribute', () => {
  const strict = new PolicyEngine(
    policies({
      'roles.yaml': `roles:
  clerk:
    - { can: [cancel], on: Order, where: { businessLine: { in: principal.businessLines }, amount: { gt: "10.00", lte: "100.00" }, region: { ne: south } } }
    - { can: [cancel], on: Order, where: { state: { eq: NEW }, currency: { in: [EUR, CNY] } } }
`,
    }),
  );
  const may = (changes: object) => strict.authorize(who(['clerk']), cancel, { ...order, ...changes }).allowed;

  it('must all hold', () => {
    expect(may({})).toBe(true);
    expect(may({ amount: '10.00' })).toBe(false);
    expect(may({ amount: '100.01' })).toBe(false);
    expect(may({ region: 'south' })).toBe(false);
    expect(may({ businessLine: 'spares' })).toBe(false);
  });

  it('are alternatives in separate rules', () => {
    expect(may({ amount: '5.00', state: 'NEW' })).toBe(true);
    expect(may({ amount: '5.00', state: 'NEW', currency: 'USD' })).toBe(false);
  });

  it('do not hold for a missing attribute, also under `ne`', () => {
    const { region: _, ...rest } = order;
    expect(strict.authorize(who(['clerk']), cancel, rest).allowed).toBe(false);
  });
});

describe('the contracts of this repository', () => {
  it('are seen by those who may read and cancel, and by nobody else', () => {
    const contracts = loadContracts('contracts').all();
    const seen = (principal: Authority) =>
      contracts.filter(({ contract }) => engine.maySee(principal, contract)).length;
    expect([seen(employee), seen(who(['supervisor'])), seen(who(['auditor'])), seen(who(['platform']))]).toEqual([
      2, 2, 0, 0,
    ]);
  });
});
