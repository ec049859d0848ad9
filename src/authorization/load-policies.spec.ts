import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadContracts } from '../contracts/load-contracts.js';
import { StartupProblem } from '../shared/startup-problem.js';
import { loadPolicies } from './load-policies.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fit-'));
  cpSync('contracts', path.join(root, 'contracts'), { recursive: true });
  cpSync('policies', path.join(root, 'policies'), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true }));

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(path.join(root, file), 'utf8');
  if (!text.includes(from)) throw new Error(`not there: ${from}`);
  writeFileSync(path.join(root, file), text.replaceAll(from, to));
}

function problemsOf(): readonly string[] {
  try {
    loadPolicies(path.join(root, 'policies'), loadContracts(path.join(root, 'contracts')));
    return [];
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    return error.lines.slice(1);
  }
}

function lineOf(file: string, marker: string): number {
  const text = readFileSync(path.join(root, file), 'utf8');
  return text.slice(0, text.indexOf(marker)).split('\n').length;
}

const line = (file: string, marker: string, problem: string) => `${root}/${file}:${lineOf(file, marker)}: ${problem}`;

describe('loading policies for contracts', () => {
  it('accepts those of this repository', () => {
    expect(problemsOf()).toEqual([]);
  });

  it('refuses a contract about a subject that no policy knows', () => {
    edit('contracts/orders.get.v1.yaml', 'subject: Order', 'subject: Purchase');
    edit('contracts/orders.get.v1.yaml', 'type: Order', 'type: Purchase');
    expect(problemsOf()).toEqual([
      line(
        'contracts/orders.get.v1.yaml',
        'subject: Purchase',
        'subject-unknown — "Purchase" is no subject of subjects.yaml.',
      ),
    ]);
  });

  it('refuses a contract with an action that its subject does not have', () => {
    edit('contracts/orders.cancel.v1.yaml', 'action: cancel', 'action: annul');
    expect(problemsOf()).toEqual([
      line(
        'contracts/orders.cancel.v1.yaml',
        'action: annul',
        'action-unknown — "annul" cannot be done with Order: subjects.yaml lists read, cancel, approve.',
      ),
    ]);
  });

  it('refuses a contract that writes what nobody can be allowed to read', () => {
    edit('policies/subjects.yaml', 'actions: [read, cancel, approve]', 'actions: [cancel, approve]');
    edit('policies/roles.yaml', 'can: [read, cancel', 'can: [cancel');
    expect(problemsOf()).toContain(
      line(
        'contracts/orders.cancel.v1.yaml',
        'subject: Order',
        'action-unknown — Order needs the action read in subjects.yaml: only what can be read can be asked for.',
      ),
    );
  });

  it('refuses a contract with an approval policy that is not there', () => {
    edit('contracts/orders.cancel.v1.yaml', 'policy: orders-cancel', 'policy: orders-annul');
    expect(problemsOf()).toEqual([
      line(
        'contracts/orders.cancel.v1.yaml',
        'policy: orders-annul',
        'policy-unknown — "orders-annul" is no policy of approvals.yaml.',
      ),
    ]);
  });

  it('refuses an approval rule that asks for what the resource does not have', () => {
    edit(
      'policies/subjects.yaml',
      '    actions: [audit]\n    attributes: {}',
      '    actions: [audit]\n    attributes: { pages: integer }',
    );
    edit('policies/approvals.yaml', 'when: { amount: { gte: "10000.00" } }', 'when: { pages: { gt: 3 } }');
    expect(problemsOf()).toEqual([
      line(
        'policies/approvals.yaml',
        '- rule: large-order',
        'attribute-unknown — orders.cancel.v1 uses the rule "large-order", but Order has no "pages".',
      ),
    ]);
  });

  it('refuses an approval rule whose approvers could never be allowed', () => {
    edit('policies/approvals.yaml', 'permission: approve', 'permission: sign');
    expect(problemsOf()).toEqual(
      ['large-order', 'any-order'].map((rule) =>
        line(
          'policies/approvals.yaml',
          `- rule: ${rule}`,
          `action-unknown — orders.cancel.v1 uses the rule "${rule}", but Order has no action "sign".`,
        ),
      ),
    );
  });

  it('says first which folder is meant', () => {
    edit('policies/limits.yaml', 'tenantPerMinute: 6000', 'tenantPerMinute: -1');
    const load = () => loadPolicies(path.join(root, 'policies'), loadContracts(path.join(root, 'contracts')));
    expect(load).toThrow(`The policies in ${root}/policies cannot be used:\n`);
  });

  it('refuses broken policy files with their lines', () => {
    edit('policies/limits.yaml', 'tenantPerMinute: 6000', 'tenantPerMinute: -1');
    expect(problemsOf()).toEqual([
      line('policies/limits.yaml', 'tenantPerMinute', 'structure — tenantPerMinute: must be at least 1.'),
    ]);
  });
});
