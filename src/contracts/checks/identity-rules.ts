import path from 'node:path';
import type { PlacedProblem } from '../source/structure.js';
import type { ToolContract } from '../tool-contract.js';

/** The engine's own tools: `actions_status_v1` and its sisters. */
const RESERVED = 'actions.';

/** One name for one thing: file, id and version say the same, and no tool poses as one of the engine's own. */
export function identityProblems(contract: Pick<ToolContract, 'id' | 'version'>, file: string): PlacedProblem[] {
  const { id, version } = contract;
  const problems: PlacedProblem[] = [];
  const fileName = path.basename(file);
  if (fileName !== `${id}.yaml`) {
    problems.push({ path: ['id'], rule: 'file-name', message: `The file must be called ${id}.yaml, like its id.` });
  }
  if (!id.endsWith(`.v${version}`)) {
    problems.push({ path: ['version'], rule: 'version', message: `The id ${id} must end with .v${version}.` });
  }
  if (id.startsWith(RESERVED)) {
    problems.push({
      path: ['id'],
      rule: 'reserved-name',
      message: 'Names that begin with actions. are the engine’s own.',
    });
  }
  return problems;
}

/** A tool that goes away says when, and where to go; only such a tool does. */
export function lifecycleProblems({ lifecycle }: Pick<ToolContract, 'lifecycle'>): PlacedProblem[] {
  const { state, sunset } = lifecycle;
  if (state === 'deprecated' && sunset === undefined) {
    return [{ path: ['lifecycle'], rule: 'lifecycle', message: 'A deprecated tool needs its sunset date.' }];
  }
  if (state !== 'deprecated' && sunset !== undefined) {
    return [{ path: ['lifecycle', 'sunset'], rule: 'lifecycle', message: 'Only a deprecated tool has a sunset date.' }];
  }
  return [];
}
