import { readFileSync } from 'node:fs';
import {
  compilePolicies,
  POLICY_FILES,
  type PolicyBytes,
  type PolicyFile,
} from '../../src/authorization/policies/policy-set.js';
import { problemLine } from '../../src/contracts/source/source-problem.js';

/** The problems of the policies of this repository, with this text in place of one file. */
export function policyProblems(file: PolicyFile, text: string): string[] {
  const bytes = POLICY_FILES.map((name) => [
    name,
    name === file ? Buffer.from(text, 'utf8') : readFileSync(`policies/${name}`),
  ]);
  const read = compilePolicies((name) => name, Object.fromEntries(bytes) as PolicyBytes);
  return read.ok ? [] : read.problems.map(problemLine);
}
