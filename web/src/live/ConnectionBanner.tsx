import { useTranslation } from 'react-i18next';
import { IconOffline } from '../theme/icons';
import classes from './ConnectionBanner.module.css';
import { useConnection } from './connection';

/** Says that what is on the screen may be old. While nothing reaches the engine, nothing can be decided. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const connection = useConnection();
  const shown = connection === 'offline' || connection === 'interrupted';
  return (
    <div role="status" aria-live="polite" className={classes.place}>
      {shown && (
        <p className={classes.banner} data-connection={connection}>
          <IconOffline size={18} aria-hidden />
          {t(`connection.${connection}`)}
        </p>
      )}
    </div>
  );
}
