import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { useConnection } from '../live/connection';
import { IconCheck, IconClose, IconInfo } from '../theme/icons';
import { DecideProblem } from './DecideProblem';
import classes from './DecideSheet.module.css';
import { drafts } from './drafts';
import { useArmed } from './use-armed';
import { useDecision } from './use-decision';
import type { Verdict } from './verdict';

/** In UTF-16 units, as the engine counts. */
const LONGEST_REASON = 2_000;

interface DecideFormProps {
  readonly action: ActionView;
  readonly verdict: Verdict;
  /** Something else came first: the reason stays, the decision is closed. */
  readonly contested: boolean;
  readonly onClose: () => void;
}

export function DecideForm({ action, verdict, contested, onClose }: DecideFormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState(() => drafts.read(action.id));
  const [asked, setAsked] = useState(false);
  const decision = useDecision(action, onClose);
  const armed = useArmed();
  const offline = useConnection() === 'offline';
  const required = verdict === 'REJECT' || action.reasonRequired;
  const missing = required && reason.trim() === '';
  const confirm = () => {
    setAsked(true);
    if (!missing && armed) decision.mutate({ verdict, reason: reason.trim() });
  };
  return (
    <div className={classes.form}>
      <Textarea
        label={t(verdict === 'REJECT' ? 'decide.reasonReject' : 'decide.reasonApprove')}
        description={t(required ? 'decide.reasonRequired' : 'decide.reasonOptional')}
        required={required}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={LONGEST_REASON}
        data-autofocus
        value={reason}
        error={(asked && missing && t('decide.reasonMissing')) || decision.reasonFault}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          drafts.write(action.id, event.currentTarget.value);
        }}
      />
      {!contested && <WhatFollows action={action} verdict={verdict} />}
      {decision.problem !== undefined && !contested && <DecideProblem problem={decision.problem} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} disabled={decision.isPending}>
          {t(contested ? 'close' : 'decide.notYet')}
        </Button>
        {!contested && (
          <Button
            color={verdict === 'REJECT' ? 'brick' : 'petrol'}
            leftSection={
              verdict === 'REJECT' ? <IconClose size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />
            }
            loading={decision.isPending}
            disabled={offline || !armed}
            onClick={confirm}
          >
            {t(`decide.confirm.${verdict}`, { code: action.shortCode })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What this one decision brings about: the effect itself, or one signature of several. */
function WhatFollows({ action, verdict }: { action: ActionView; verdict: Verdict }) {
  const { t } = useTranslation();
  const missing = action.required - action.approvals - 1;
  const text =
    verdict === 'REJECT'
      ? t('decide.follows.reject')
      : missing > 0
        ? t('decide.follows.more', { count: missing })
        : t(`decide.follows.${action.mode}`);
  return (
    <p className={classes.next}>
      <IconInfo size={18} aria-hidden />
      {text}
    </p>
  );
}
