import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { useBilingual } from '../i18n/language';
import { RISK_LOOK, toneStyle } from '../states/state-look';
import { EvidenceEnd } from './Section';
import classes from './RiskBanner.module.css';

/** How risky it is, why somebody has to decide, and which rule of which version of the policies says so. */
export function RiskBanner({ action: { risk, rule, required, policyDigest } }: { action: ActionView }) {
  const { t } = useTranslation();
  const text = useBilingual();
  const { tone, icon: Icon } = RISK_LOOK[risk];
  return (
    <section className={classes.banner} style={toneStyle(tone)} aria-label={t('request.risk')} data-section="risk">
      <Icon size={30} stroke={1.75} aria-hidden className={classes.icon} />
      <div>
        <h2>{t(`risk.${risk}`)}</h2>
        <p className={classes.why}>
          {text(rule.why)} {t('request.needs', { count: required })}
        </p>
        <p className={classes.rule}>
          {t('request.rule', { rule: rule.rule, policy: rule.policy, version: policyDigest.slice(0, 12) })}
        </p>
      </div>
      <EvidenceEnd name="risk" />
    </section>
  );
}
