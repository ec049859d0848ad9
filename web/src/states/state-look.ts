import type { TablerIcon } from '@tabler/icons-react';
import type { ActionState, ActionSummary, Risk } from '../api/types';
import {
  IconCancelled,
  IconCheck,
  IconCritical,
  IconExecuting,
  IconExpired,
  IconFailed,
  IconHigh,
  IconInvalidated,
  IconLow,
  IconPartly,
  IconPending,
  IconRead,
  IconRejected,
  IconSucceeded,
  IconSuperseded,
  IconUnknown,
} from '../theme/icons';

/** The engine's states, and one more that people tell apart: some approvals are there, but not all. */
export type ShownState = ActionState | 'PARTLY_APPROVED';

export function shownState({ state, approvals }: Pick<ActionSummary, 'state' | 'approvals'>): ShownState {
  return state === 'PENDING' && approvals > 0 ? 'PARTLY_APPROVED' : state;
}

/** Colour is never the only sign: each state has a word (in the catalogue) and an icon of its own. */
export interface Look {
  readonly tone: string;
  readonly icon: TablerIcon;
}

export const STATE_LOOK: Readonly<Record<ShownState, Look>> = {
  PENDING: { tone: 'pending', icon: IconPending },
  PARTLY_APPROVED: { tone: 'partly', icon: IconPartly },
  APPROVED: { tone: 'approved', icon: IconCheck },
  EXECUTING: { tone: 'executing', icon: IconExecuting },
  SUCCEEDED: { tone: 'succeeded', icon: IconSucceeded },
  FAILED: { tone: 'failed', icon: IconFailed },
  OUTCOME_UNKNOWN: { tone: 'unknown', icon: IconUnknown },
  REJECTED: { tone: 'rejected', icon: IconRejected },
  EXPIRED: { tone: 'expired', icon: IconExpired },
  CANCELLED: { tone: 'cancelled', icon: IconCancelled },
  SUPERSEDED: { tone: 'superseded', icon: IconSuperseded },
  INVALIDATED: { tone: 'invalidated', icon: IconInvalidated },
};

export const RISK_LOOK: Readonly<Record<Risk, Look>> = {
  READ_PUBLIC: { tone: 'read', icon: IconRead },
  READ_PRIVATE: { tone: 'read', icon: IconRead },
  WRITE_LOW: { tone: 'low', icon: IconLow },
  WRITE_HIGH: { tone: 'high', icon: IconHigh },
  WRITE_CRITICAL: { tone: 'critical', icon: IconCritical },
};

/** Custom properties that colour a part by its tone. */
export function toneStyle(tone: string): Record<string, string> {
  return { '--tone': `var(--${tone})`, '--tone-soft': `var(--${tone}-soft)` };
}
