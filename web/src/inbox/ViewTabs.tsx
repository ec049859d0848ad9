import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { countsQuery } from '../api/queries';
import type { View } from '../api/types';
import { useMe } from '../app/me';
import classes from './ViewTabs.module.css';

/** The lists side by side. Each has an address of its own, so they are links. */
export function ViewTabs({ view }: { view: View }) {
  const { t } = useTranslation();
  const { permissions } = useMe();
  const { data: counts } = useQuery(countsQuery);
  const views: readonly View[] = permissions.audit ? ['inbox', 'decided', 'mine', 'all'] : ['inbox', 'decided', 'mine'];
  const count = { inbox: counts?.inbox, mine: counts?.mine, decided: undefined, all: undefined };
  return (
    <nav aria-label={t('inbox.views')} className={classes.tabs}>
      {views.map((candidate) => (
        <Link
          key={candidate}
          to="/inbox"
          search={candidate === 'inbox' ? {} : { view: candidate }}
          className={classes.tab}
          aria-current={candidate === view ? 'page' : false}
          activeProps={{}}
        >
          {t(`inbox.view.${candidate}`)}
          {Boolean(count[candidate]) && <span className={classes.count}>{count[candidate]}</span>}
        </Link>
      ))}
    </nav>
  );
}
