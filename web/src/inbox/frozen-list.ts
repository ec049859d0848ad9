import { useState } from 'react';
import type { ActionSummary } from '../api/types';

/** A row as it is shown: `left` once it is no longer part of the list; it keeps its place until the list is renewed. */
export interface Row {
  readonly action: ActionSummary;
  readonly left: boolean;
}

export interface FrozenList {
  readonly rows: readonly Row[];
  /** How many items wait to be let in. */
  readonly fresh: number;
}

/**
 * What is shown when the server's list changed under a reader: every shown row stays where it is, with its newest facts; what
 * came later at the end (the next page) is appended; what came before it waits. So no row moves under a pointer.
 */
export function frozenList(shown: readonly ActionSummary[], latest: readonly ActionSummary[]): FrozenList {
  // Pages that were read at different moments may overlap.
  const newest = new Map(latest.map((action) => [action.id, action]));
  const items = [...newest.values()];
  if (shown.length === 0) return { rows: items.map((action) => ({ action, left: false })), fresh: 0 };
  const known = new Set(shown.map(({ id }) => id));
  const lastKnown = items.findLastIndex(({ id }) => known.has(id));
  const appended = lastKnown === -1 ? [] : items.slice(lastKnown + 1);
  return {
    rows: [
      ...shown.map((action) => ({ action: newest.get(action.id) ?? action, left: !newest.has(action.id) })),
      ...appended.map((action) => ({ action, left: false })),
    ],
    fresh: items.filter(({ id }) => !known.has(id)).length - appended.length,
  };
}

/** Freezes the server's list until `letIn` is called or `key` (another view or filter) changes. */
export function useFrozenList(latest: readonly ActionSummary[], key: string) {
  const [frozen, setFrozen] = useState<{ key: string; shown: readonly ActionSummary[] }>({ key, shown: [] });
  const shown = frozen.key === key ? frozen.shown : [];
  const { rows, fresh } = frozenList(shown, latest);
  const next = rows.map(({ action }) => action);
  if (frozen.key !== key || !sameRows(frozen.shown, next)) setFrozen({ key, shown: next });
  return { rows, fresh, letIn: () => setFrozen({ key, shown: latest }) };
}

function sameRows(one: readonly ActionSummary[], other: readonly ActionSummary[]): boolean {
  return one.length === other.length && one.every((action, index) => action === other[index]);
}
