import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartupProblem } from '../shared/startup-problem.js';
import { type CheckedContract, checkContract } from './checks/check-contract.js';
import { ContractRegistry } from './contract-registry.js';
import { publishedContract } from './published-contract.js';
import { problemLines, type SourceProblem, shownPath } from './source/source-problem.js';
import { wireNameOf } from './tool-contract.js';

/**
 * Reads every contract of a folder. Throws `StartupProblem` with all problems of all files, one a line
 * (`file:line: rule — sentence`): half of a catalogue would be a different catalogue.
 */
export function loadContracts(directory: string): ContractRegistry {
  const checks = contractFiles(directory).map((file) => checkContract(shownPath(file), readFileSync(file)));
  const checked = checks.filter((check) => check.ok).map((check) => check.checked);
  const problems = checks.flatMap((check) => (check.ok ? [] : check.problems));
  const all = [...problems, ...catalogueProblems(checked)];
  if (all.length > 0) {
    throw new StartupProblem([`The tool contracts in ${shownPath(directory)} cannot be used:`, ...problemLines(all)]);
  }
  return new ContractRegistry(checked.map(publishedContract));
}

/** What only all contracts together can obey. */
function catalogueProblems(contracts: readonly CheckedContract[]): SourceProblem[] {
  const problems: SourceProblem[] = [];
  const ids = new Set(contracts.map(({ contract }) => contract.id));
  const wireNames = new Map<string, string>();
  for (const { contract, source } of contracts) {
    const { id, lifecycle } = contract;
    const other = wireNames.get(wireNameOf(id));
    if (other !== undefined) {
      const message = `${id} and ${other} have the same name for hosts, ${wireNameOf(id)}.`;
      problems.push({ file: source.file, line: source.lineOf(['id']), rule: 'wire-name', message });
    }
    wireNames.set(wireNameOf(id), id);
    const { replacedBy } = lifecycle;
    if (replacedBy !== undefined && (replacedBy === id || !ids.has(replacedBy))) {
      const message = `"${replacedBy}" is no other contract of this catalogue.`;
      problems.push({
        file: source.file,
        line: source.lineOf(['lifecycle', 'replacedBy']),
        rule: 'replaced-by',
        message,
      });
    }
  }
  return problems;
}

function contractFiles(directory: string): string[] {
  const names = fileNames(directory);
  // A contract with the wrong ending would silently not exist.
  const wrong = names.filter((name) => name.endsWith('.yml'));
  if (wrong.length > 0) {
    throw new StartupProblem(
      wrong.map((name) => `${shownPath(path.join(directory, name))}: contracts end with .yaml.`),
    );
  }
  const files = names.filter((name) => name.endsWith('.yaml')).map((name) => path.join(directory, name));
  if (files.length === 0) throw new StartupProblem([`There is no tool contract (*.yaml) in ${shownPath(directory)}.`]);
  return files;
}

function fileNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    throw new StartupProblem([`The folder of tool contracts, ${shownPath(directory)}, cannot be read.`]);
  }
}
