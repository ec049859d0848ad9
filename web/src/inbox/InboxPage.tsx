import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { actionsQuery } from '../api/queries';
import { useTitle } from '../app/use-title';
import { ProblemState } from '../feedback/ProblemState';
import { WaitingList } from '../feedback/Waiting';
import { ActionList } from './ActionList';
import { EmptyInbox } from './EmptyInbox';
import { Filters } from './Filters';
import { useFrozenList } from './frozen-list';
import classes from './InboxPage.module.css';
import type { InboxSearch } from './inbox-search';
import { NewItems } from './NewItems';
import { ViewTabs } from './ViewTabs';

const route = getRouteApi('/session/inbox');

/** What waits for this person, and everything that ever did: lists that stay still while they are read. */
export function InboxPage() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const view = search.view ?? 'inbox';
  useTitle(t(`inbox.view.${view}`));
  return (
    <>
      <h1 className={classes.title}>{t('inbox.title')}</h1>
      <ViewTabs view={view} />
      <Filters search={search} />
      <Actions search={search} />
    </>
  );
}

function Actions({ search }: { search: InboxSearch }) {
  const { view = 'inbox', ...filter } = search;
  const query = useInfiniteQuery(actionsQuery({ view, ...filter }));
  const latest = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { rows, fresh, letIn } = useFrozenList(latest, JSON.stringify(search));
  if (query.isPending)
    return (
      <div className={classes.sheet}>
        <WaitingList />
      </div>
    );
  if (query.isError && rows.length === 0) {
    return (
      <div className={classes.sheet}>
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className={classes.sheet}>
        <EmptyInbox view={view} filtered={Object.keys(filter).length > 0} />
      </div>
    );
  }
  return (
    <>
      <NewItems count={fresh} onLetIn={letIn} />
      <ActionList
        rows={rows}
        view={view}
        more={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        loadingMore={query.isFetchingNextPage}
      />
    </>
  );
}
