import type { TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconInbox, IconPeople, IconSettings, IconTools } from '../theme/icons';
import { useMe } from './me';

export interface Place {
  readonly to: '/inbox' | '/tools' | '/people' | '/settings';
  readonly label: string;
  readonly icon: TablerIcon;
  readonly count?: number | undefined;
}

/** The pages that this person has something to do on, as the engine says. */
export function usePlaces(waiting: number | undefined): readonly Place[] {
  const { t } = useTranslation();
  const { permissions } = useMe();
  return [
    { to: '/inbox', label: t('nav.inbox'), icon: IconInbox, count: waiting },
    ...(permissions.administer
      ? ([
          { to: '/tools', label: t('nav.tools'), icon: IconTools },
          { to: '/people', label: t('nav.people'), icon: IconPeople },
        ] as const)
      : []),
    { to: '/settings', label: t('nav.settings'), icon: IconSettings },
  ];
}
