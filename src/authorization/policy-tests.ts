import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ContractRegistry } from '../contracts/contract-registry.js';
import { loadContracts } from '../contracts/load-contracts.js';
import { problemLines, type SourceProblem, shownPath } from '../contracts/source/source-problem.js';
import type { ToolContract } from '../contracts/tool-contract.js';
import { loadPolicies } from './load-policies.js';
import type { PolicyEngine } from './policy-engine.js';
import { type Expectation, type PolicyTestCase, type PolicyTestFile, readPolicyTests } from './policy-test-file.js';

/** How one case of a `*.test.yaml` came out. */
interface PolicyTestResult {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly passed: boolean;
  /** `required: expected 2, got 1`; empty when it passed. */
  readonly differences: readonly string[];
}

export interface PolicyTestReport {
  readonly passed: number;
  readonly failed: number;
  readonly results: readonly PolicyTestResult[];
  /** Test files that cannot be used; they count as failed. */
  readonly problems: readonly SourceProblem[];
}

/**
 * Runs every `*.test.yaml` of the policies' folder against the policies and contracts as the engine would load them. Throws
 * `StartupProblem` when those themselves are broken. A folder without tests has failed.
 */
export function runPolicyTests(policiesDirectory: string, contractsDirectory: string): PolicyTestReport {
  const contracts = loadContracts(contractsDirectory);
  const engine = loadPolicies(policiesDirectory, contracts);
  const files = readdirSync(policiesDirectory)
    .filter((name) => name.endsWith('.test.yaml'))
    .sort()
    .map((name) => path.join(policiesDirectory, name));
  const reads = files.map((file) => readPolicyTests(shownPath(file), readFileSync(file)));
  const problems = reads.flatMap((read) => (read.ok ? [] : read.problems));
  if (files.length === 0) {
    const message = 'There is no *.test.yaml: policies without tests are guesses.';
    problems.push({ file: shownPath(policiesDirectory), line: 1, rule: 'test', message });
  }
  const results = reads.flatMap((read) => (read.ok ? runFile(read.file, engine, contracts) : []));
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed + problems.length, results, problems };
}

/** The report for a terminal: what failed with its place, then the count. */
export function reportLines({ passed, failed, results, problems }: PolicyTestReport): string[] {
  const failures = results
    .filter((result) => !result.passed)
    .flatMap(({ file, line, name, differences }) => [
      `${file}:${line}: ${name}`,
      ...differences.map((difference) => `    ${difference}`),
    ]);
  return [...problemLines(problems), ...failures, `${passed} passed, ${failed} failed`];
}

/** Runs the cases of one file. */
function runFile(file: PolicyTestFile, engine: PolicyEngine, contracts: ContractRegistry): PolicyTestResult[] {
  return file.tests.map((test, index) => {
    const differences = caseDifferences(test, file, engine, contracts);
    const place = { file: file.source.file, line: file.source.lineOf(['tests', index]) };
    return { ...place, name: test.case, passed: differences.length === 0, differences };
  });
}

function caseDifferences(
  test: PolicyTestCase,
  file: PolicyTestFile,
  engine: PolicyEngine,
  contracts: ContractRegistry,
): string[] {
  const contract = test.tool === undefined ? undefined : contracts.byName(test.tool)?.contract;
  if (test.tool !== undefined && contract === undefined) return [`tool: there is no contract ${test.tool}`];
  const actual = outcomeOf(test, file, engine, contract);
  return (Object.keys(test.expect) as (keyof Expectation)[]).flatMap((member) => {
    const expected = shown(test.expect[member]);
    const got = shown(actual[member]);
    const why = member === 'allowed' && expected !== got ? ` (${actual.sentence})` : '';
    return expected === got ? [] : [`${member}: expected ${expected}, got ${got}${why}`];
  });
}

function outcomeOf(
  { principal, permission, resource }: PolicyTestCase,
  { principals }: PolicyTestFile,
  engine: PolicyEngine,
  contract: ToolContract | undefined,
): Expectation & { readonly sentence: string } {
  const who = principals.get(principal);
  const asked = contract?.permission ?? permission;
  if (who === undefined || asked === undefined) throw new Error('a test case was not checked');
  const { decision, sentence } = engine.explain(who, asked, resource);
  const listed = contract === undefined ? {} : { listed: engine.maySee(who, contract) };
  const demand = contract?.approval && engine.approvalRule(contract.approval.policy, resource);
  if (!decision.allowed || demand === undefined) return { allowed: decision.allowed, ...listed, sentence };
  if (demand.outcome === 'deny') return { allowed: false, ...listed, rule: demand.rule, sentence: demand.why.en };
  const needed = { action: demand.permission, subject: asked.subject };
  const approvers = [...principals]
    .filter(([name, candidate]) => name !== principal && engine.authorize(candidate, needed, resource).allowed)
    .map(([name]) => name);
  return { allowed: true, ...listed, rule: demand.rule, required: demand.required, approvers, sentence };
}

function shown(value: Expectation[keyof Expectation]): string {
  if (Array.isArray(value)) return `[${[...value].sort(byCodeUnit).join(', ')}]`;
  return value === undefined ? 'nothing' : String(value);
}

/** The same order in every locale. */
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
