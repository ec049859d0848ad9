import { useTranslation } from 'react-i18next';
import type { ActionSummary, Risk } from '../api/types';
import classes from './Badges.module.css';
import { RISK_LOOK, STATE_LOOK, shownState, toneStyle } from './state-look';

/** Where an action stands: word, colour and icon. */
export function StateBadge({ action, size }: { action: Pick<ActionSummary, 'state' | 'approvals'>; size?: 'large' }) {
  const { t } = useTranslation();
  const state = shownState(action);
  const { tone, icon: Icon } = STATE_LOOK[state];
  return (
    <span className={classes.badge} style={toneStyle(tone)} data-size={size} data-state={state}>
      <Icon size={size === 'large' ? 18 : 15} stroke={2} aria-hidden />
      {t(`state.${state}`)}
    </span>
  );
}

/** How risky a tool is: word, colour and icon. */
export function RiskMark({ risk }: { risk: Risk }) {
  const { t } = useTranslation();
  const { tone, icon: Icon } = RISK_LOOK[risk];
  return (
    <span className={classes.risk} style={toneStyle(tone)}>
      <Icon size={17} stroke={2} aria-hidden />
      {t(`risk.${risk}`)}
    </span>
  );
}
