import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { lastDecisionQuery } from '../api/queries';
import type { View } from '../api/types';
import { LinkButton } from '../app/LinkButton';
import { EmptyState } from '../feedback/EmptyState';
import { useBilingual } from '../i18n/language';
import { VisibleText } from '../signed/SignedText';
import { StateBadge } from '../states/Badges';
import { IconInbox, IconSearch, IconSucceeded } from '../theme/icons';
import { Ago } from '../time/Moment';
import classes from './EmptyInbox.module.css';

/** An empty list says why it is empty: nothing fits the filter, or nothing is there. */
export function EmptyInbox({ view, filtered }: { view: View; filtered: boolean }) {
  const { t } = useTranslation();
  if (filtered) {
    return (
      <EmptyState icon={<IconSearch size={34} stroke={1.5} />} title={t('inbox.empty.filtered')}>
        <LinkButton to="/inbox" search={view === 'inbox' ? {} : { view }} variant="default">
          {t('inbox.filter.clear')}
        </LinkButton>
      </EmptyState>
    );
  }
  if (view !== 'inbox') {
    return <EmptyState icon={<IconInbox size={34} stroke={1.5} />} title={t(`inbox.empty.${view}`)} />;
  }
  return (
    <EmptyState icon={<IconSucceeded size={36} stroke={1.5} />} title={t('inbox.empty.inbox')}>
      <LastDecision />
    </EmptyState>
  );
}

function LastDecision() {
  const { t } = useTranslation();
  const text = useBilingual();
  const { data } = useQuery(lastDecisionQuery);
  const last = data?.items[0];
  if (last === undefined) return <p className={classes.hint}>{t('inbox.empty.hint')}</p>;
  return (
    <div className={classes.last}>
      <span className={classes.label}>{t('inbox.empty.last')}</span>
      <Link to="/actions/$id" params={{ id: last.id }} className={classes.link}>
        <VisibleText>{text(last.summary)}</VisibleText>
      </Link>
      <span className={classes.facts}>
        <StateBadge action={last} /> <Ago at={last.closedAt ?? last.createdAt} />
      </span>
    </div>
  );
}
