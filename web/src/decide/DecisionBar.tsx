import { Button, VisuallyHidden } from '@mantine/core';
import { type RefObject, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { useConnection } from '../live/connection';
import { useEvidenceGate, useProgress } from '../request/evidence-gate';
import { useShortcuts } from '../shortcuts/use-shortcuts';
import { IconCheck, IconClose, IconDown, IconInfo, IconOffline } from '../theme/icons';
import { useServerNow } from '../time/use-server-now';
import { ClosedBar } from './ClosedBar';
import { DecideSheet } from './DecideSheet';
import classes from './DecisionBar.module.css';
import { type Standing, standingOf } from './standing';
import { useFocusKept } from './use-focus-kept';
import type { Verdict } from './verdict';

/** The last thing on the page. Whoever may decide gets the form; everybody else reads why not. */
export function DecisionBar({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Verdict>();
  const gate = useEvidenceGate();
  const progress = useProgress(gate);
  const bar = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : gate.stayClearOf(element)),
    [gate],
  );
  const standing = standingOf({ action, connection: useConnection(), progress, now: useServerNow(1_000) });
  const { status, onFocus, onBlur } = useFocusKept<HTMLParagraphElement>(`${standing.kind} ${verdict ?? ''}`);
  const consider = (chosen: Verdict) => {
    if (standing.kind === 'open') setVerdict(chosen);
  };
  useShortcuts({ a: () => consider('APPROVE'), r: () => consider('REJECT') });
  return (
    <section
      ref={bar}
      className={classes.bar}
      aria-label={t('decide.bar')}
      data-standing={standing.kind}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {standing.kind === 'may-not' ? (
        <ClosedBar action={action} why={standing.why} status={status} />
      ) : (
        <>
          <Hint standing={standing} status={status} onGoOn={gate.goOn} />
          <Choices open={standing.kind === 'open'} onConsider={consider} />
        </>
      )}
      <VisuallyHidden role="status" aria-live="polite">
        {standing.kind === 'open' ? t('decide.opened') : ''}
      </VisuallyHidden>
      <DecideSheet action={action} verdict={verdict} onClose={() => setVerdict(undefined)} />
    </section>
  );
}

interface HintProps {
  readonly standing: Standing;
  readonly status: RefObject<HTMLParagraphElement | null>;
  readonly onGoOn: () => void;
}

function Hint({ standing, status, onGoOn }: HintProps) {
  const { t } = useTranslation();
  if (standing.kind === 'unread') {
    return (
      <div className={classes.hint} id="decide-hint">
        <progress className={classes.progress} max={standing.total} value={standing.shown} aria-hidden />
        <span>{t('decide.unread', { shown: standing.shown, total: standing.total })}</span>
        <button type="button" className={classes.goOn} onClick={onGoOn}>
          <IconDown size={16} aria-hidden />
          {t('decide.goOn')}
        </button>
      </div>
    );
  }
  const Icon = standing.kind === 'offline' ? IconOffline : IconInfo;
  return (
    <p ref={status} tabIndex={-1} className={classes.hint} id="decide-hint">
      <Icon size={18} aria-hidden />
      {t(standing.kind === 'offline' ? 'decide.offline' : 'decide.ready')}
    </p>
  );
}

/** Closed choices stay in the tab order and say why, rather than vanish from under a reader. */
function Choices({ open, onConsider }: { open: boolean; onConsider: (verdict: Verdict) => void }) {
  const { t } = useTranslation();
  const closed = open ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': 'decide-hint' };
  return (
    <div className={classes.choices}>
      <Button
        {...closed}
        variant="outline"
        color="brick"
        leftSection={<IconClose size={18} aria-hidden />}
        onClick={() => onConsider('REJECT')}
      >
        {t('decide.reject')}
      </Button>
      <Button {...closed} leftSection={<IconCheck size={18} aria-hidden />} onClick={() => onConsider('APPROVE')}>
        {t('decide.approve')}
      </Button>
    </div>
  );
}
