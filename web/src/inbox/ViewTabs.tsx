import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { countsQuery } from '../api/queries';
import type { View } from '../api/types';
import { useMe } from '../app/me';
import classes from './ViewTabs.module.css';

/** The router calls an address current that only begins like the page's; which list is shown, the view says. */
function TabAnchor({ shown, ...props }: { shown: boolean } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...props} aria-current={shown ? 'page' : undefined} />;
}
const TabLink = createLink(TabAnchor);

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
        <TabLink
          key={candidate}
          to="/inbox"
          search={candidate === 'inbox' ? {} : { view: candidate }}
          className={classes.tab}
          shown={candidate === view}
        >
          {t(`inbox.view.${candidate}`)}
          {Boolean(count[candidate]) && <span className={classes.count}>{count[candidate]}</span>}
        </TabLink>
      ))}
    </nav>
  );
}
