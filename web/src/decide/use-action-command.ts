import { notifications } from '@mantine/notifications';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { actionQuery } from '../api/queries';
import type { ActionSummary, ActionView, Page } from '../api/types';
import { problemTitle } from '../feedback/problem-title';

/** Puts the engine's newest view of an action on the screen, and reads anew what else it changes. */
export function takeIn(queries: QueryClient, action: ActionView): void {
  queries.setQueryData(actionQuery(action.id).queryKey, action);
  if (!action.canDecide) {
    queries.setQueriesData<InfiniteData<Page<ActionSummary>>>(
      { queryKey: ['actions'], predicate: ({ queryKey }) => isInbox(queryKey[1]) },
      (data) => data && withoutAction(data, action.id),
    );
  }
  void queries.invalidateQueries({ queryKey: ['actions'] });
  void queries.invalidateQueries({ queryKey: ['counts'] });
}

/** A command on one action that needs no form. What went wrong is said, and the action is read anew. */
export function useActionCommand(id: string, command: () => Promise<ActionView>, done: string) {
  const queries = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: command,
    onSuccess: (action) => {
      takeIn(queries, action);
      notifications.show({ message: done });
    },
    onError: (error) => {
      const problem = asProblem(error);
      notifications.show({ title: problemTitle(problem.code, t), message: problem.detail ?? '', color: 'brick' });
      void queries.invalidateQueries({ queryKey: actionQuery(id).queryKey });
    },
  });
}

function isInbox(filter: unknown): boolean {
  return typeof filter === 'object' && filter !== null && 'view' in filter && filter.view === 'inbox';
}

function withoutAction(data: InfiniteData<Page<ActionSummary>>, id: string): InfiniteData<Page<ActionSummary>> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
  };
}
