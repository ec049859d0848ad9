import { useTranslation } from 'react-i18next';
import { IconRefresh } from '../theme/icons';
import classes from './NewItems.module.css';

/** New items wait here until they are asked for: a list that moves by itself puts the wrong row under the finger. */
export function NewItems({ count, onLetIn }: { count: number; onLetIn: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-live="polite">
      {count > 0 && (
        <button type="button" className={classes.button} onClick={onLetIn}>
          <IconRefresh size={17} aria-hidden />
          {t('inbox.new', { count })}
        </button>
      )}
    </div>
  );
}
