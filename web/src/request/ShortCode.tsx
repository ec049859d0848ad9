import { useTranslation } from 'react-i18next';
import classes from './ShortCode.module.css';

/** The first eight digits of the action's digest: short enough to read aloud, other for every other action. */
export function ShortCode({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes.code} title={t('request.shortCodeHint')}>
      <span className={classes.label}>{t('request.shortCode')}</span>
      <span className={classes.value}>{code}</span>
    </span>
  );
}
