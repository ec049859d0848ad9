import { compileFault } from '../schema-compiler.js';
import type { SourceProblem } from '../source/source-problem.js';
import { type PlacedProblem, placeProblems, structureProblems } from '../source/structure.js';
import { readYaml, type YamlSource } from '../source/yaml-source.js';
import type { ToolContract } from '../tool-contract.js';
import { argumentProblems, exampleProblems, resourceProblems } from './argument-rules.js';
import { ContractStructure } from './contract-structure.js';
import { adapterProblems, previewProblems, riskProblems } from './effect-rules.js';
import { identityProblems, lifecycleProblems } from './identity-rules.js';
import { resultProblems } from './result-rules.js';
import { schemaProblems } from './schema-rules.js';

/** A contract that obeys every rule that one file can obey, and the way back to its lines. */
export interface CheckedContract {
  readonly contract: ToolContract;
  readonly source: YamlSource;
}

export type ContractCheck =
  | { readonly ok: true; readonly checked: CheckedContract }
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

type Member = keyof ToolContract;

/** A rule and the members that it reads. It waits until those have the right structure; all others still run. */
interface Rule {
  readonly reads: readonly Member[];
  readonly problems: (contract: ToolContract, file: string) => PlacedProblem[];
}

const RULES: readonly Rule[] = [
  { reads: ['id', 'version'], problems: identityProblems },
  { reads: ['lifecycle'], problems: lifecycleProblems },
  { reads: ['input', 'arguments'], problems: argumentProblems },
  { reads: ['input', 'arguments', 'resource', 'permission'], problems: resourceProblems },
  { reads: ['risk', 'resource', 'preview', 'approval', 'execution'], problems: riskProblems },
  { reads: ['adapter', 'execution'], problems: adapterProblems },
  { reads: ['preview', 'input', 'arguments'], problems: previewProblems },
  { reads: ['output', 'result'], problems: resultProblems },
];

/** Reads and checks one contract file. Answers every problem at once, each with its line. */
export function checkContract(file: string, bytes: Uint8Array): ContractCheck {
  const read = readYaml(file, bytes);
  if (!read.ok) return read;
  const { source } = read;
  const structure = structureProblems(source, ContractStructure);
  const broken = new Set(structure.map(({ path }) => path[0]));
  // Members that a failing structure names are not read below; every other one has its type.
  const contract = source.value as unknown as ToolContract;
  const schemas = (['input', 'output'] as const).flatMap((member) => {
    const problems = broken.has(member) ? [] : schemaRules(contract, member);
    if (problems.length > 0) broken.add(member);
    return problems;
  });
  const rules = RULES.filter(({ reads }) => !reads.some((member) => broken.has(member)));
  const placed = [...structure, ...schemas, ...rules.flatMap(({ problems }) => problems(contract, file))];
  if (!['id', 'input', 'examples'].some((member) => broken.has(member))) placed.push(...exampleProblems(contract));
  if (placed.length > 0) return { ok: false, problems: placeProblems(source, placed) };
  return { ok: true, checked: { contract, source } };
}

function schemaRules(contract: ToolContract, member: 'input' | 'output'): PlacedProblem[] {
  const problems = schemaProblems(contract[member], [member]);
  if (problems.length > 0) return problems;
  const fault = compileFault(contract[member]);
  return fault === null ? [] : [{ path: [member], rule: 'schema', message: `The schema is not valid: ${fault}.` }];
}
