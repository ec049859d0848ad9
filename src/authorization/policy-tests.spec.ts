import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartupProblem } from '../shared/startup-problem.js';
import { reportLines, runPolicyTests } from './policy-tests.js';

let policies: string;
let tests: string;

beforeEach(() => {
  policies = mkdtempSync(path.join(tmpdir(), 'policies-'));
  tests = path.join(policies, 'orders.test.yaml');
  cpSync('policies', policies, { recursive: true });
});

afterEach(() => rmSync(policies, { recursive: true }));

const run = () => runPolicyTests(policies, 'contracts');

/** A test file with one case; the expectation is what the case varies. */
function write(expectation: string, more = ''): void {
  writeFileSync(
    tests,
    `principals:
  erin: { roles: [employee], businessLines: [retail] }
  sam: { roles: [supervisor], businessLines: [retail] }
  sofia: { roles: [supervisor], businessLines: [retail] }
tests:
  - case: a small order
    principal: erin
    tool: orders.cancel.v1
    resource: { businessLine: retail, amount: "1.00", currency: EUR, state: PAID, region: north }
    expect: ${expectation}
${more}`,
  );
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(path.join(policies, file), 'utf8');
  if (!text.includes(from)) throw new Error(`not there: ${from}`);
  writeFileSync(path.join(policies, file), text.replace(from, to));
}

describe('the policies of this repository', () => {
  it('pass their own tests', () => {
    const report = runPolicyTests('policies', 'contracts');
    expect(reportLines(report)).toEqual([`${report.results.length} passed, 0 failed`]);
    expect(report.results.length).toBeGreaterThan(30);
  });

  it('have a test that fails for each of these changes', () => {
    const changes = [
      ['approvals.yaml', 'gte: "10000.00"', 'gt: "10000.00"'],
      ['approvals.yaml', 'gte: "10000.00"', 'gte: "9999.99"'],
      ['approvals.yaml', 'required: 2', 'required: 1'],
      ['approvals.yaml', 'required: 1', 'required: 2'],
      ['approvals.yaml', 'permission: approve', 'permission: cancel'],
      ['approvals.yaml', '[SHIPPED, DELIVERED]', '[SHIPPED]'],
      ['approvals.yaml', '[SHIPPED, DELIVERED]', '[SHIPPED, DELIVERED, PACKED]'],
      [
        'roles.yaml',
        'can: [read, cancel], on: Order, where: { businessLine: { in: principal.businessLines } }',
        'can: [read, cancel], on: Order',
      ],
      [
        'roles.yaml',
        'can: [read, cancel, approve], on: Order, where: { businessLine: { in: principal.businessLines } }',
        'can: [read, cancel, approve], on: Order',
      ],
      ['roles.yaml', 'can: [read, cancel], on: Order', 'can: [read, cancel, approve], on: Order'],
      [
        'roles.yaml',
        '- { can: [audit], on: Trail }',
        '- { can: [audit], on: Trail }\n    - { can: [read], on: Order }',
      ],
      ['roles.yaml', '- { can: [administer], on: Tool }', '- { can: [audit], on: Trail }'],
    ] as const;
    for (const [file, from, to] of changes) {
      const before = readFileSync(path.join(policies, file), 'utf8');
      edit(file, from, to);
      expect(run().failed, `${from} → ${to}`).toBeGreaterThan(0);
      writeFileSync(path.join(policies, file), before);
    }
    expect(run().failed).toBe(0);
  });
});

describe('running policy tests', () => {
  it('passes what comes out as expected, and compares nothing else', () => {
    write('{ allowed: true }');
    expect(run()).toMatchObject({ passed: 1, failed: 0 });
    write('{ allowed: true, listed: true, rule: any-order, required: 1, approvers: [sofia, sam] }');
    expect(run()).toMatchObject({ passed: 1, failed: 0 });
  });

  it('tells what came out otherwise, with file and line', () => {
    write('{ allowed: true, rule: large-order, required: 2, approvers: [sam] }');
    expect(reportLines(run())).toEqual([
      `${tests}:6: a small order`,
      '    rule: expected large-order, got any-order',
      '    required: expected 2, got 1',
      '    approvers: expected [sam], got [sam, sofia]',
      '0 passed, 1 failed',
    ]);
  });

  it('explains a decision that was not expected', () => {
    write('{ allowed: false }');
    expect(reportLines(run())[1]).toMatch(
      /^ {4}allowed: expected false, got true \(Allowed by rule 1 of the role employee \(.*roles\.yaml:5\)\.\)$/,
    );
  });

  it('fails a case about a tool that does not exist', () => {
    write(
      '{ allowed: true }',
      '  - case: no tool\n    principal: erin\n    tool: orders.annul.v1\n    resource: {}\n    expect: { allowed: false }\n',
    );
    expect(reportLines(run())).toEqual([
      `${tests}:11: no tool`,
      '    tool: there is no contract orders.annul.v1',
      '1 passed, 1 failed',
    ]);
  });

  it.each([
    [
      'a principal that the file does not have',
      '  - case: x\n    principal: eve\n    tool: orders.get.v1\n    resource: {}\n    expect: { allowed: false }\n',
      ':12: test — "eve" is not among the principals of this file.',
    ],
    [
      'neither tool nor permission',
      '  - case: x\n    principal: erin\n    resource: {}\n    expect: { allowed: false }\n',
      ':11: test — A case asks about a `tool` or a `permission`.',
    ],
    [
      'both tool and permission',
      '  - case: x\n    principal: erin\n    tool: orders.get.v1\n    permission: { action: read, subject: Order }\n    resource: {}\n    expect: { allowed: false }\n',
      ':11: test — A case asks about a `tool` or a `permission`.',
    ],
    [
      'nothing that is expected',
      '  - case: x\n    principal: erin\n    tool: orders.get.v1\n    resource: {}\n    expect: {}\n',
      ':15: structure — tests.1.expect.allowed: is missing.',
    ],
    [
      'a list as an attribute',
      '  - case: x\n    principal: erin\n    tool: orders.get.v1\n    resource: { state: [PAID] }\n    expect: { allowed: false }\n',
      ':14: structure — tests.1.resource.state: must be text, a number, or true or false.',
    ],
  ])('refuses a case with %s', (_name, more, problem) => {
    write('{ allowed: true }', more);
    const report = run();
    expect(reportLines(report)).toEqual([`${tests}${problem}`, '0 passed, 1 failed']);
  });

  it('fails when there are no tests at all', () => {
    rmSync(tests);
    expect(run()).toMatchObject({ passed: 0, failed: 1 });
  });

  it('does not run on policies that are broken', () => {
    edit('limits.yaml', 'tenantPerMinute', 'tenantPerHour');
    expect(run).toThrow(StartupProblem);
  });
});
