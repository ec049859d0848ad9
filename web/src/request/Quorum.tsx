import { useTranslation } from 'react-i18next';
import type { ActionView, DecisionView } from '../api/types';
import { VisibleText } from '../signed/SignedText';
import { IconRejected, IconSigned } from '../theme/icons';
import { Moment } from '../time/Moment';
import classes from './Quorum.module.css';
import { Section } from './Section';
import { WithdrawApproval } from './WithdrawApproval';

/** The signature lines: who signed, how many lines are still empty, who could sign, and who may not and why. */
export function Quorum({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const { decisions, required, approvals, eligible, excluded, state } = action;
  const signed = decisions.filter((decision) => decision.decision === 'APPROVE' && decision.counts);
  const others = decisions.filter((decision) => !signed.includes(decision));
  const empty = state === 'PENDING' ? Math.max(0, required - signed.length) : 0;
  return (
    <Section name="quorum" title={t('quorum.title')} hint={t('quorum.hint', { approvals, count: required })}>
      <ul className={classes.lines}>
        {signed.map((decision, index) => (
          <SignatureLine key={`signed ${index}`} decision={decision} />
        ))}
        {Array.from({ length: empty }, (_, index) => (
          <li key={`empty ${index}`} className={classes.line} data-kind="empty">
            <span className={classes.name}>{t('quorum.empty')}</span>
          </li>
        ))}
        {others.map((decision, index) => (
          <SignatureLine key={`other ${index}`} decision={decision} />
        ))}
      </ul>
      {action.canRevoke && <WithdrawApproval action={action} />}
      {state === 'PENDING' && <Eligible eligible={eligible} />}
      {excluded.length > 0 && (
        <p className={classes.people}>
          <span className={classes.label}>{t('quorum.excluded')}</span>{' '}
          {excluded.map(({ name, why }, index) => (
            <span key={index}>
              {index > 0 && t('listComma')}
              <VisibleText>{name}</VisibleText> ({t(`quorum.why.${why}`)})
            </span>
          ))}
        </p>
      )}
    </Section>
  );
}

function SignatureLine({ decision }: { decision: DecisionView }) {
  const { t } = useTranslation();
  const kind = decision.decision === 'REJECT' ? 'rejected' : decision.counts ? 'signed' : 'void';
  const Icon = kind === 'rejected' ? IconRejected : IconSigned;
  return (
    <li className={classes.line} data-kind={kind}>
      <span className={classes.name}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <strong>
          <VisibleText>{decision.approver.name}</VisibleText>
        </strong>
        {decision.mine && <span className={classes.mine}>{t('quorum.you')}</span>}
      </span>
      <span className={classes.under}>
        {t(`quorum.kind.${kind === 'void' && decision.state === 'REVOKED' ? 'withdrawn' : kind}`)} ·{' '}
        <Moment at={decision.at} precision="second" />
      </span>
      {decision.reason !== '' && (
        <q className={classes.reason}>
          <VisibleText>{decision.reason}</VisibleText>
        </q>
      )}
    </li>
  );
}

function Eligible({ eligible }: { eligible: ActionView['eligible'] }) {
  const { t } = useTranslation();
  if (eligible.length === 0) return <p className={classes.nobody}>{t('quorum.nobody')}</p>;
  return (
    <p className={classes.people}>
      <span className={classes.label}>{t('quorum.eligible')}</span>{' '}
      {eligible.map(({ name }, index) => (
        <span key={index}>
          {index > 0 && t('listComma')}
          <VisibleText>{name}</VisibleText>
        </span>
      ))}
    </p>
  );
}
