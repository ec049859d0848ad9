import type { ContractRegistry } from '../contracts/contract-registry.js';
import { problemLines, type SourceProblem, shownPath } from '../contracts/source/source-problem.js';
import { StartupProblem } from '../shared/startup-problem.js';
import { fitProblems } from './contract-fit.js';
import { readPolicyFolder } from './policies/policy-set.js';
import { PolicyEngine } from './policy-engine.js';

/** Reads the policies of a folder for these contracts. Throws `StartupProblem` with every problem, one a line. */
export function loadPolicies(directory: string, contracts: ContractRegistry): PolicyEngine {
  const read = readPolicyFolder(directory);
  if (!read.ok) throw unusable(directory, read.problems);
  const unfit = fitProblems(contracts, read.policies);
  if (unfit.length > 0) throw unusable(directory, unfit);
  return new PolicyEngine(read.policies);
}

function unusable(directory: string, problems: readonly SourceProblem[]): StartupProblem {
  return new StartupProblem([
    `The policies in ${shownPath(directory)} cannot be used:`,
    ...new Set(problemLines(problems)),
  ]);
}
