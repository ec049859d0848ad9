import type { PlanState } from '../planning/plan.js';
import type { ActionState } from './action-view.js';
import type { ActionRow } from './action-view.store.js';

/** Where an action stands, from the plan's and the execution's states. Approved is derived here and stored nowhere. */
export function actionState(row: Pick<ActionRow, 'state' | 'execution' | 'overdue' | 'quorumAt'>): ActionState {
  if (row.state === 'PENDING') {
    if (row.overdue) return 'EXPIRED';
    return row.quorumAt === null ? 'PENDING' : 'APPROVED';
  }
  if (row.state !== 'CONSUMED') return row.state;
  switch (row.execution) {
    case 'SUCCEEDED':
    case 'FAILED':
      return row.execution;
    case 'DISPATCHED':
      return 'EXECUTING';
    default:
      return 'OUTCOME_UNKNOWN';
  }
}

/** The stored states that an action in one of these states can have: what SQL can narrow by. */
export function storedStates(states: readonly ActionState[]): PlanState[] {
  return [...new Set(states.flatMap((state): readonly PlanState[] => STORED[state]))];
}

const STORED: Readonly<Record<ActionState, readonly PlanState[]>> = {
  PENDING: ['PENDING'],
  APPROVED: ['PENDING'],
  EXECUTING: ['CONSUMED'],
  SUCCEEDED: ['CONSUMED'],
  FAILED: ['CONSUMED'],
  OUTCOME_UNKNOWN: ['CONSUMED'],
  REJECTED: ['REJECTED'],
  CANCELLED: ['CANCELLED'],
  SUPERSEDED: ['SUPERSEDED'],
  INVALIDATED: ['INVALIDATED'],
  // A pending plan whose time is over reads as expired before anybody wrote that down.
  EXPIRED: ['EXPIRED', 'PENDING'],
};

const WAITING: ReadonlySet<ActionState> = new Set(['PENDING', 'APPROVED', 'EXECUTING', 'OUTCOME_UNKNOWN']);

/** True while something about the action can still change. */
export function isOpen(state: ActionState): boolean {
  return WAITING.has(state);
}

/** First eight hex digits of the digest, for reading aloud and comparing by eye. */
export function shortCode(actionDigest: string): string {
  const code = actionDigest.slice(0, 8).toUpperCase();
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
