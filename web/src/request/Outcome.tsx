import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { VisibleText } from '../signed/SignedText';
import { STATE_LOOK, shownState, toneStyle } from '../states/state-look';
import { Moment } from '../time/Moment';
import classes from './Outcome.module.css';
import { ResultFacts } from './ResultFacts';

/** What became of a request that nobody has to decide any more, in one sentence, and what came back. */
export function Outcome({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  if (action.state === 'PENDING') return null;
  const { tone, icon: Icon } = STATE_LOOK[shownState(action)];
  const reason = reasonOf(action);
  return (
    <section
      className={classes.outcome}
      style={toneStyle(tone)}
      aria-label={t('outcome.title')}
      data-outcome={action.state}
    >
      <Icon size={26} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <h2 id="outcome" tabIndex={-1}>
          {outcomeSentence(action, t)}
        </h2>
        <p className={classes.text}>{explanation(action, t)}</p>
        {reason !== undefined && (
          <q className={classes.reason}>
            <VisibleText>{reason}</VisibleText>
          </q>
        )}
        {action.state === 'SUPERSEDED' && action.stateReason !== undefined && (
          <Link to="/actions/$id" params={{ id: action.stateReason }}>
            {t('outcome.toNewer')}
          </Link>
        )}
        {action.execution !== undefined && <ResultFacts execution={action.execution} />}
        {action.closedAt !== undefined && (
          <p className={classes.when}>
            <Moment at={action.closedAt} precision="second" />
          </p>
        )}
      </div>
    </section>
  );
}

function outcomeSentence({ state, decisions }: ActionView, t: TFunction): string {
  if (state === 'PENDING') return '';
  const rejector = decisions.find(({ decision }) => decision === 'REJECT')?.approver.name;
  if (state === 'REJECTED' && rejector !== undefined) return t('outcome.rejectedBy', { name: rejector });
  return t(`outcome.sentence.${state}`);
}

function explanation({ state, mode, stateReason, approvals, required }: ActionView, t: TFunction): string {
  if (state === 'PENDING') return '';
  if (state === 'APPROVED') return t(`outcome.approved.${mode}`);
  if (state === 'EXPIRED') return t(approvals >= required ? 'outcome.expired.execute' : 'outcome.expired.decide');
  if (state === 'INVALIDATED') {
    return t(stateReason === 'TOOL_CHANGED' ? 'outcome.invalidated.tool' : 'outcome.invalidated.resource');
  }
  return t(`outcome.text.${state}`);
}

/** What a person wrote when they ended it. */
function reasonOf({ state, stateReason, decisions }: ActionView): string | undefined {
  if (state === 'REJECTED') return decisions.find(({ decision }) => decision === 'REJECT')?.reason || undefined;
  return state === 'CANCELLED' ? stateReason || undefined : undefined;
}
