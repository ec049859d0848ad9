import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import classes from './Timeline.module.css';

/** The identifiers and digests that evidence names this action by. */
export function Fingerprints({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const facts: readonly (readonly [string, string])[] = [
    [t('fingerprint.action'), action.actionDigest],
    [t('fingerprint.display'), action.displayDigest],
    [t('fingerprint.tool', { tool: action.tool }), action.toolDigest],
    [t('fingerprint.policy'), action.policyDigest],
    [t('fingerprint.operation'), action.operationId],
    [t('fingerprint.id'), action.id],
    [t('fingerprint.nonce'), action.nonce],
    [t('fingerprint.renderer'), action.display.renderer],
  ];
  return (
    <details className={classes.details}>
      <summary>{t('fingerprint.title')}</summary>
      <dl>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </dl>
    </details>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
