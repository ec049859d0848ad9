import type { ActionView, CannotDecide } from '../api/types';
import type { Connection } from '../live/connection';
import type { Progress } from '../request/evidence-gate';

/** What stands between this person and a decision, or nothing. The first one counts. */
export type Standing =
  | { readonly kind: 'may-not'; readonly why: CannotDecide }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unread'; readonly shown: number; readonly total: number }
  | { readonly kind: 'open' };

export interface StandingFacts {
  readonly action: Pick<ActionView, 'canDecide' | 'cannotDecideReason' | 'decideBy'>;
  readonly connection: Connection;
  readonly progress: Progress;
  /** The server's time. */
  readonly now: number;
}

/** The engine says who may decide; the page only adds what it alone knows: the clock, the line, what was on the screen. */
export function standingOf({ action, connection, progress, now }: StandingFacts): Standing {
  if (!action.canDecide) return { kind: 'may-not', why: action.cannotDecideReason ?? 'NOT_PENDING' };
  if (now > Date.parse(action.decideBy)) return { kind: 'may-not', why: 'DECIDE_BY_PASSED' };
  if (connection === 'offline') return { kind: 'offline' };
  if (!progress.open) return { kind: 'unread', shown: progress.shown, total: progress.total };
  return { kind: 'open' };
}
