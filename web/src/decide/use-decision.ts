import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { decide } from '../api/commands';
import { asProblem } from '../api/problem';
import { actionQuery } from '../api/queries';
import type { ActionView } from '../api/types';
import { drafts } from './drafts';
import { takeIn } from './use-action-command';
import type { Verdict } from './verdict';

/** Sends the decision with the digests of what is on the screen, once. Whatever is answered, the action is read anew. */
export function useDecision(action: ActionView, onDone: () => void) {
  const queries = useQueryClient();
  const { t } = useTranslation();
  const mutation = useMutation({
    mutationFn: ({ verdict, reason }: { verdict: Verdict; reason: string }) =>
      decide(action.id, {
        decision: verdict,
        reason,
        actionDigest: action.actionDigest,
        displayDigest: action.displayDigest,
      }),
    onSuccess: (newest, { verdict }) => {
      drafts.forget(action.id);
      takeIn(queries, newest);
      notifications.show({ message: t(`decide.recorded.${verdict}`), withCloseButton: false });
      onDone();
    },
    // Somebody else may have come first, or the answer alone was lost: what is true now is on record.
    onError: () => void queries.invalidateQueries({ queryKey: actionQuery(action.id).queryKey }),
  });
  const problem = mutation.error === null ? undefined : asProblem(mutation.error);
  const fault = problem?.errors?.find(({ pointer }) => pointer === '/reason');
  return {
    mutate: mutation.mutate,
    isPending: mutation.isPending,
    problem: fault === undefined ? problem : undefined,
    reasonFault: fault?.message,
  };
}
