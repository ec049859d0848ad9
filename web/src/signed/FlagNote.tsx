import { useTranslation } from 'react-i18next';
import type { TextFlag } from '../api/types';
import { IconHigh } from '../theme/icons';
import classes from './FlagNote.module.css';

/** Warns of what a text could pretend. */
export function FlagNote({ flags }: { flags: readonly TextFlag[] }) {
  const { t } = useTranslation();
  if (flags.length === 0) return null;
  return (
    <ul className={classes.flags} aria-label={t('flag.title')}>
      {flags.map((flag) => (
        <li key={flag}>
          <IconHigh size={15} stroke={2} aria-hidden />
          <span>{t(`flag.${flag}`)}</span>
        </li>
      ))}
    </ul>
  );
}
