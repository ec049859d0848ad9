import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ActionSummary, View } from '../api/types';
import { useBilingual, useLanguage } from '../i18n/language';
import { VisibleText } from '../signed/SignedText';
import { RiskMark, StateBadge } from '../states/Badges';
import { IconAgent, IconPending, IconPerson } from '../theme/icons';
import { leftText, urgencyOf } from '../time/format';
import { Ago } from '../time/Moment';
import { useServerNow } from '../time/use-server-now';
import classes from './ActionRow.module.css';
import type { Row } from './frozen-list';

/** One action: what, how risky, by whom, how far, until when. The whole row leads to it. */
export function ActionRow({ row: { action, left }, view }: { row: Row; view: View }) {
  const { t } = useTranslation();
  const text = useBilingual();
  const gone = left && view === 'inbox';
  return (
    <li className={classes.row} data-gone={gone || undefined}>
      <div className={classes.risk}>
        <VisuallyHidden>{t('inbox.column.risk')}: </VisuallyHidden>
        <RiskMark risk={action.risk} />
      </div>
      <div className={classes.what}>
        <Link to="/actions/$id" params={{ id: action.id }} className={classes.link} data-action={action.id}>
          <VisibleText>{text(action.summary)}</VisibleText>
        </Link>
        <span className={classes.target}>
          {text(action.title)} · <VisibleText>{action.resource.label}</VisibleText>
        </span>
      </div>
      <Who action={action} />
      <div className={classes.quorum}>
        {gone ? <span className={classes.goneNote}>{t('inbox.gone')}</span> : <Standing action={action} view={view} />}
      </div>
      <When action={action} />
    </li>
  );
}

function Who({ action: { actors, requester } }: { action: ActionSummary }) {
  const { t } = useTranslation();
  const agent = actors[0];
  return (
    <div className={classes.who}>
      {agent !== undefined && (
        <span className={classes.party}>
          <IconAgent size={16} role="img" aria-label={t('who.agent')} />
          <span>
            <VisibleText>{agent}</VisibleText>
          </span>
        </span>
      )}
      <span className={classes.party}>
        <IconPerson size={16} role="img" aria-label={t(agent === undefined ? 'who.person' : 'who.onBehalfOf')} />
        <span>
          <VisibleText>{requester.name}</VisibleText>
        </span>
      </span>
    </div>
  );
}

function Standing({ action, view }: { action: ActionSummary; view: View }) {
  const { t } = useTranslation();
  return (
    <>
      {(view !== 'inbox' || action.approvals > 0) && <StateBadge action={action} />}
      {action.state === 'PENDING' && (
        <span className={classes.count}>
          {t('quorum.count', { approvals: action.approvals, required: action.required })}
        </span>
      )}
    </>
  );
}

/** Until when it can be decided, while it can; and since when it is there. */
function When({ action }: { action: ActionSummary }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const left = Date.parse(action.decideBy) - useServerNow(5_000);
  return (
    <div className={classes.when}>
      {action.state === 'PENDING' && (
        <span className={classes.left} data-urgency={urgencyOf(left)}>
          <IconPending size={15} aria-hidden />
          {left <= 0 ? t('countdown.over.decide') : t('countdown.left.decide', { left: leftText(left, language) })}
        </span>
      )}
      <span className={classes.age}>
        <Ago at={action.createdAt} />
      </span>
    </div>
  );
}
