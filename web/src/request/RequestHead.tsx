import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { actionQuery } from '../api/queries';
import type { ActionView } from '../api/types';
import { useBilingual } from '../i18n/language';
import { StateBadge } from '../states/Badges';
import { IconBack } from '../theme/icons';
import { Countdown } from '../time/Countdown';
import classes from './RequestHead.module.css';
import { ShortCode } from './ShortCode';

/** What is asked for, where it stands and until when. */
export function RequestHead({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const text = useBilingual();
  const queries = useQueryClient();
  const onOver = useCallback(() => {
    void queries.invalidateQueries({ queryKey: actionQuery(action.id).queryKey });
  }, [queries, action.id]);
  return (
    <header className={classes.head}>
      <Link to="/inbox" search={{}} className={classes.back}>
        <IconBack size={18} aria-hidden />
        {t('request.back')}
      </Link>
      <div className={classes.titleRow}>
        <h1>{text(action.display.title)}</h1>
        <ShortCode code={action.shortCode} />
      </div>
      <div className={classes.standing}>
        <StateBadge action={action} size="large" />
        {action.state === 'PENDING' && <Countdown deadline={action.decideBy} of="decide" onOver={onOver} />}
        {action.state === 'APPROVED' && <Countdown deadline={action.executeBy} of="execute" onOver={onOver} />}
      </div>
    </header>
  );
}
