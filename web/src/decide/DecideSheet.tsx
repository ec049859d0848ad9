import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { useLanguage } from '../i18n/language';
import { ShortCode } from '../request/ShortCode';
import { SignedText } from '../signed/SignedText';
import { conflictOf } from './conflict';
import { ConflictNote } from './ConflictNote';
import { DecideForm } from './DecideForm';
import classes from './DecideSheet.module.css';
import type { Verdict } from './verdict';

interface DecideSheetProps {
  readonly action: ActionView;
  readonly verdict: Verdict | undefined;
  readonly onClose: () => void;
}

/**
 * Says once more what is about to be decided. A click beside the sheet does nothing: it neither closes it nor lands on what
 * lies behind.
 */
export function DecideSheet({ action, verdict, onClose }: DecideSheetProps) {
  const { t } = useTranslation();
  const shown = useLast(verdict);
  return (
    <Modal
      opened={verdict !== undefined}
      onClose={onClose}
      title={t(`decide.title.${shown}`)}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{
        inner: classes.inner ?? '',
        content: classes.content ?? '',
        body: classes.modalBody ?? '',
      }}
    >
      <Sheet action={action} verdict={shown} onClose={onClose} />
    </Modal>
  );
}

function Sheet({ action, verdict, onClose }: { action: ActionView; verdict: Verdict; onClose: () => void }) {
  const language = useLanguage();
  const conflict = conflictOf(action);
  return (
    <>
      <p className={classes.effect}>
        <SignedText segments={action.display.effect[language]} as="sentence" />
      </p>
      <ShortCode code={action.shortCode} />
      {conflict !== undefined && <ConflictNote conflict={conflict} />}
      <DecideForm action={action} verdict={verdict} contested={conflict !== undefined} onClose={onClose} />
    </>
  );
}

/** The verdict that the sheet was opened with, also while it fades away. */
function useLast(verdict: Verdict | undefined): Verdict {
  const [last, setLast] = useState<Verdict>('APPROVE');
  if (verdict !== undefined && verdict !== last) setLast(verdict);
  return verdict ?? last;
}
