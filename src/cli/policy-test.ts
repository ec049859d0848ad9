import { reportLines, runPolicyTests } from '../authorization/policy-tests.js';

/** Runs the tests beside the policies and prints one line each; the exit code tells whether all passed. */
export function testPolicies({ policies, contracts }: { policies: string; contracts: string }): void {
  const report = runPolicyTests(policies, contracts);
  console.log(reportLines(report).join('\n'));
  if (report.failed > 0 || report.problems.length > 0) process.exitCode = 1;
}
