import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ShortcutHelp.module.css';
import { ShortcutList } from './ShortcutList';

/** What each key does, over the page that is read. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('shortcuts.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <ShortcutList />
      <p className={classes.note}>{t('shortcuts.note')}</p>
    </Modal>
  );
}
