import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askAgain, cancelRequest, executeAction } from '../api/commands';
import { asProblem } from '../api/problem';
import type { ActionView } from '../api/types';
import { useMe } from '../app/me';
import { problemTitle } from '../feedback/problem-title';
import { IconCancelled, IconRefresh, IconRun } from '../theme/icons';
import { useActionCommand } from './use-action-command';

/** What the person behind a request can do with it. The engine checks each again. */
export function RequesterCommands({ action }: { action: ActionView }) {
  const { principal } = useMe();
  const own = principal.sub === action.requester.sub;
  return (
    <>
      {action.canCancel && <Withdraw action={action} />}
      {own && action.state === 'APPROVED' && action.mode === 'on_request' && <Run action={action} />}
      {own && (action.state === 'EXPIRED' || action.state === 'INVALIDATED') && <AskAgain action={action} />}
    </>
  );
}

function Withdraw({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const withdraw = useActionCommand(action.id, () => cancelRequest(action.id), t('requester.withdrawn'));
  return (
    <Button
      variant="default"
      leftSection={<IconCancelled size={18} aria-hidden />}
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {t('requester.withdraw')}
    </Button>
  );
}

function Run({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const run = useActionCommand(action.id, () => executeAction(action.id), t('requester.started'));
  return (
    <Button leftSection={<IconRun size={18} aria-hidden />} loading={run.isPending} onClick={() => run.mutate()}>
      {t('requester.run')}
    </Button>
  );
}

/** An expired request is asked for again as it was; the preview, the rules and the deadline are new. */
function AskAgain({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: () => askAgain(action),
    onSuccess: ({ id }) => void navigate({ to: '/actions/$id', params: { id } }),
    onError: (error) => {
      const problem = asProblem(error);
      notifications.show({ title: problemTitle(problem.code, t), message: problem.detail ?? '', color: 'brick' });
    },
  });
  return (
    <Button
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      {t('requester.again')}
    </Button>
  );
}
