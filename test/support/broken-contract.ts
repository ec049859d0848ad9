import { checkContract } from '../../src/contracts/checks/check-contract.js';
import { problemLine } from '../../src/contracts/source/source-problem.js';

/** The problems of a contract file with this text. */
export function contractProblems(file: string, text: string): string[] {
  const check = checkContract(file, Buffer.from(text, 'utf8'));
  return check.ok ? [] : check.problems.map(problemLine);
}
