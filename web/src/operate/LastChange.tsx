import { useTranslation } from 'react-i18next';
import type { ToolSwitch } from '../api/types';
import { VisibleText } from '../signed/SignedText';
import { Moment } from '../time/Moment';
import classes from './Operate.module.css';

/** Who turned a switch last, when and why. Nothing when nobody ever did. */
export function LastChange({ change: { changedBy, changedAt, reason } }: { change: ToolSwitch }) {
  const { t } = useTranslation();
  if (changedAt === undefined) return null;
  return (
    <p className={classes.change}>
      {changedBy !== undefined && (
        <>
          {t('tools.changedBy')} <VisibleText>{changedBy.name}</VisibleText> ·{' '}
        </>
      )}
      <Moment at={changedAt} />
      {reason !== undefined && reason !== '' && (
        <>
          {' · '}
          <q>
            <VisibleText>{reason}</VisibleText>
          </q>
        </>
      )}
    </p>
  );
}
