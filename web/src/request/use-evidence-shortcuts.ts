import { notifications } from '@mantine/notifications';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { prefer, preferences } from '../preferences/preferences';
import { useShortcuts } from '../shortcuts/use-shortcuts';

/** `e` opens or closes all details, `d` changes the way of comparing, `y` copies the action's digest. */
export function useEvidenceShortcuts(action: ActionView, evidence: RefObject<HTMLElement | null>): void {
  const { t } = useTranslation();
  useShortcuts({
    e: () => toggleDetails(evidence.current),
    d: () => prefer('diff', preferences().diff === 'columns' ? 'lines' : 'columns'),
    y: () => {
      navigator.clipboard.writeText(action.actionDigest).then(
        () => notifications.show({ message: t('request.copied'), withCloseButton: false }),
        () => notifications.show({ message: t('request.copyRefused'), color: 'brick' }),
      );
    },
  });
}

function toggleDetails(evidence: HTMLElement | null): void {
  const all = [...(evidence?.querySelectorAll('details') ?? [])];
  const open = all.some((details) => !details.open);
  for (const details of all) details.open = open;
}
