import { useTranslation } from 'react-i18next';
import classes from './ShortcutHelp.module.css';

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['o', 'open'],
  ['/', 'search'],
  ['e', 'expand'],
  ['d', 'diff'],
  ['y', 'copy'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['?', 'help'],
] as const;

/** What each key does. None of them decides anything: `a` and `r` only open the sheet. */
export function ShortcutList() {
  const { t } = useTranslation();
  return (
    <dl className={classes.keys}>
      {KEYS.map(([key, action]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(`shortcuts.${action}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
