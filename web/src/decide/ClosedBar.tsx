import { useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { actionsQuery } from '../api/queries';
import type { ActionView, CannotDecide } from '../api/types';
import { LinkButton } from '../app/LinkButton';
import { IconArrow, IconInfo, IconSucceeded } from '../theme/icons';
import classes from './DecisionBar.module.css';
import { RequesterCommands } from './RequesterCommands';

interface ClosedBarProps {
  readonly action: ActionView;
  readonly why: CannotDecide;
  readonly status: RefObject<HTMLParagraphElement | null>;
}

/** Why this person cannot decide, what they can do instead, and where to go on. */
export function ClosedBar({ action, why, status }: ClosedBarProps) {
  const { t } = useTranslation();
  const mine = action.decisions.find((decision) => decision.mine && decision.state !== 'REVOKED');
  // Who asked cannot decide, but once nothing is left to decide, that is not what keeps them from it.
  const reason = action.state === 'PENDING' ? why : 'NOT_PENDING';
  const Icon = mine === undefined ? IconInfo : IconSucceeded;
  return (
    <>
      <p ref={status} tabIndex={-1} className={classes.reason} data-why={reason}>
        <Icon size={20} aria-hidden />
        {mine === undefined ? t(`cannot.${reason}`) : t(`decide.mine.${mine.decision}`)}
      </p>
      <div className={classes.commands}>
        <RequesterCommands action={action} />
        <NextRequest current={action.id} />
      </div>
    </>
  );
}

function NextRequest({ current }: { current: string }) {
  const { t } = useTranslation();
  const { data } = useInfiniteQuery(actionsQuery({ view: 'inbox' }));
  const next = data?.pages.flatMap(({ items }) => items).find(({ id }) => id !== current);
  if (next === undefined) return null;
  return (
    <LinkButton
      to="/actions/$id"
      params={{ id: next.id }}
      variant="default"
      rightSection={<IconArrow size={18} aria-hidden />}
    >
      {t('decide.next')}
    </LinkButton>
  );
}
