import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from './client';
import type { ActionSummary, ActionView, Counts, DirectoryEntry, Me, Page, ToolSwitch, View } from './types';

/** What a list of actions is narrowed to. */
export interface ListFilter {
  readonly view: View;
  readonly q?: string | undefined;
  readonly risk?: string | undefined;
  readonly state?: string | undefined;
}

const PAGE_SIZE = 30;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await client.request<Me>('/v1/me', { signal });
    client.holdCsrfToken(me.csrfToken);
    return me;
  },
  // A session that another tab began anew has another CSRF token.
  refetchOnWindowFocus: 'always',
  staleTime: 60_000,
});

export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: ({ signal }) => client.request<Counts>('/v1/actions/counts', { signal }),
  // The figure in the tab's title stays right while the page is hidden and its event stream is closed.
  refetchInterval: 60_000,
  refetchIntervalInBackground: true,
});

export function actionsQuery(filter: ListFilter) {
  return infiniteQueryOptions({
    queryKey: ['actions', filter],
    queryFn: ({ pageParam, signal }) =>
      client.request<Page<ActionSummary>>(`/v1/actions?${listSearch(filter, pageParam)}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

export const lastDecisionQuery = queryOptions({
  queryKey: ['actions', 'last-decision'],
  queryFn: ({ signal }) => client.request<Page<ActionSummary>>('/v1/actions?view=decided&limit=1', { signal }),
});

export function actionQuery(id: string) {
  return queryOptions({
    queryKey: ['action', id],
    queryFn: ({ signal }) => client.request<ActionView>(`/v1/actions/${encodeURIComponent(id)}`, { signal }),
  });
}

export const switchesQuery = queryOptions({
  queryKey: ['switches'],
  queryFn: async ({ signal }) => itemsOf(await client.request<Listing<ToolSwitch>>('/v1/switches', { signal })),
});

export const directoryQuery = queryOptions({
  queryKey: ['principals'],
  queryFn: async ({ signal }) => itemsOf(await client.request<Listing<DirectoryEntry>>('/v1/principals', { signal })),
});

type Listing<T> = readonly T[] | Page<T>;

function itemsOf<T>(listing: Listing<T>): readonly T[] {
  return 'items' in listing ? listing.items : listing;
}

function listSearch({ view, q, risk, state }: ListFilter, cursor: string): string {
  const search = new URLSearchParams({ view, limit: String(PAGE_SIZE) });
  if (q) search.set('q', q);
  if (risk) search.set('risk', risk);
  if (state) search.set('state', state);
  if (cursor) search.set('cursor', cursor);
  return search.toString();
}
