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
