import type { ActionState, Risk, View } from '../api/types';

/** What the address of the inbox may say. Anything else in it is ignored. */
export interface InboxSearch {
  readonly view?: Exclude<View, 'inbox'>;
  readonly q?: string;
  readonly risk?: Risk;
  readonly state?: ActionState;
}

export const RISKS: readonly Risk[] = ['WRITE_CRITICAL', 'WRITE_HIGH', 'WRITE_LOW', 'READ_PRIVATE', 'READ_PUBLIC'];

export const STATES: readonly ActionState[] = [
  'PENDING',
  'APPROVED',
  'EXECUTING',
  'SUCCEEDED',
  'FAILED',
  'OUTCOME_UNKNOWN',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
  'SUPERSEDED',
  'INVALIDATED',
];

const OTHER_VIEWS = ['decided', 'mine', 'all'] as const;

export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  const view = OTHER_VIEWS.find((candidate) => candidate === search.view);
  const risk = RISKS.find((candidate) => candidate === search.risk);
  const state = STATES.find((candidate) => candidate === search.state);
  return {
    ...(view === undefined ? {} : { view }),
    ...(typeof search.q === 'string' && search.q !== '' ? { q: search.q } : {}),
    ...(risk === undefined ? {} : { risk }),
    ...(state === undefined ? {} : { state }),
  };
}
