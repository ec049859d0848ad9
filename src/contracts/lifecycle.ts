import { type Refusal, refusal } from '../shared/errors.js';
import { isWrite, type Lifecycle, type LifecycleState, type ToolContract } from './tool-contract.js';

/** What is about to be done with a tool. `settle`: decide on, claim or execute a plan that exists already. */
type LifecycleUse = 'list' | 'read' | 'plan' | 'settle';

/**
 * | state      | list | read | plan | settle | |
 * | draft      |      |      |      |        | exists for its authors only
 * | active     | yes  | yes  | yes  | yes    |
 * | deprecated | yes  | yes  | yes  | yes    | until its sunset
 * | read-only  | yes  | yes  |      | yes    | drains: nothing new begins, what people decided on may finish
 * | retired    |      |      |      |        | its plans stay readable and never run
 */
const ALLOWED: Readonly<Record<LifecycleState, readonly LifecycleUse[]>> = {
  draft: [],
  active: ['list', 'read', 'plan', 'settle'],
  deprecated: ['list', 'read', 'plan', 'settle'],
  'read-only': ['list', 'read', 'settle'],
  retired: [],
};

/** The state that counts now: a deprecated tool is retired from its sunset on (00:00 UTC of that date). */
export function stateAt(lifecycle: Lifecycle, now: Date): LifecycleState {
  const { state, sunset } = lifecycle;
  const over = sunset !== undefined && now.getTime() >= Date.parse(`${sunset}T00:00:00.000Z`);
  return state === 'deprecated' && over ? 'retired' : state;
}

/** True when agents may see the tool in a list. A tool that writes and takes no new plan is not offered. */
export function mayList(contract: ToolContract, now: Date): boolean {
  const state = stateAt(contract.lifecycle, now);
  return ALLOWED[state].includes('list') && (!isWrite(contract.risk) || ALLOWED[state].includes('plan'));
}

/** Why a new call is refused in the contract's state, or undefined: reads of a reading tool, plans of a writing one. */
export function callRefusal(contract: ToolContract, now: Date): Refusal | undefined {
  return refusalFor(contract, isWrite(contract.risk) ? 'plan' : 'read', now);
}

/** Why a plan that exists may no longer be decided on or executed, or undefined. */
export function settleRefusal(contract: ToolContract, now: Date): Refusal | undefined {
  return refusalFor(contract, 'settle', now);
}

function refusalFor(contract: ToolContract, use: LifecycleUse, now: Date): Refusal | undefined {
  const state = stateAt(contract.lifecycle, now);
  if (ALLOWED[state].includes(use)) return undefined;
  // Same words as for a tool that does not exist: a draft is nobody's business yet.
  if (state === 'draft') return refusal('UNKNOWN_TOOL', 'There is no such tool.');
  const { replacedBy } = contract.lifecycle;
  const instead = replacedBy === undefined ? '' : ` Use ${replacedBy} instead.`;
  const why = state === 'retired' ? 'is retired' : 'takes no new requests';
  return refusal('TOOL_DISABLED', `${contract.id} ${why}.${instead}`, { state, ...(replacedBy ? { replacedBy } : {}) });
}
