import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { revokeApproval } from '../api/commands';
import type { ActionView } from '../api/types';
import { useActionCommand } from '../decide/use-action-command';
import { IconCancelled } from '../theme/icons';

/** An approval can be taken back until it is used. */
export function WithdrawApproval({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const withdraw = useActionCommand(action.id, () => revokeApproval(action.id), t('quorum.withdrawn'));
  return (
    <Button
      variant="default"
      size="sm"
      mt="sm"
      leftSection={<IconCancelled size={17} aria-hidden />}
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {t('quorum.withdraw')}
    </Button>
  );
}
