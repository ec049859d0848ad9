import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { actionQuery } from '../api/queries';
import type { ActionView } from '../api/types';
import { useTitle } from '../app/use-title';
import { ProblemState } from '../feedback/ProblemState';
import { WaitingRequest } from '../feedback/Waiting';
import { useBilingual } from '../i18n/language';
import { Evidence } from './Evidence';
import classes from './RequestPage.module.css';

const route = getRouteApi('/session/actions/$id');

/** One request: all of its evidence in a fixed order, and the decision after it. */
export function RequestPage() {
  const { id } = route.useParams();
  const query = useQuery(actionQuery(id));
  if (query.data !== undefined) {
    // Whatever is shown in another way is another page: nothing of it counts as read yet.
    return <Request key={`${id} ${query.data.displayDigest}`} action={query.data} />;
  }
  return (
    <div className={classes.alone}>
      {query.isPending ? <WaitingRequest /> : <ProblemState error={query.error} onRetry={() => void query.refetch()} />}
    </div>
  );
}

function Request({ action }: { action: ActionView }) {
  const text = useBilingual();
  useTitle(text(action.title));
  return <Evidence action={action} />;
}
