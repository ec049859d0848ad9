import { Button, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeRights } from '../api/commands';
import { asProblem } from '../api/problem';
import { directoryQuery } from '../api/queries';
import type { DirectoryEntry, RightsChange } from '../api/types';
import { DecideProblem } from '../decide/DecideProblem';
import classes from './Operate.module.css';

export interface PlannedChange {
  readonly person: DirectoryEntry;
  readonly change: RightsChange;
}

/** Says what a change of rights undoes before it is made: approvals that were given and not used stop counting. */
export function RightsSheet({ planned, onClose }: { planned: PlannedChange | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const title =
    planned === undefined
      ? ''
      : t(`people.confirm.${planned.change.kind}`, {
          name: planned.person.name,
          role: 'role' in planned.change ? planned.change.role : '',
        });
  return (
    <Modal
      opened={planned !== undefined}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {planned !== undefined && <RightsForm planned={planned} onClose={onClose} />}
    </Modal>
  );
}

function RightsForm({ planned: { person, change }, onClose }: { planned: PlannedChange; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => changeRights(person.id, change),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: directoryQuery.queryKey });
      notifications.show({ message: t('people.done') });
      onClose();
    },
  });
  const takesAway = change.kind === 'revoke-role' || change.kind === 'disable';
  return (
    <div className={classes.form}>
      <p className={classes.lead}>{t(takesAway ? 'people.takesAway' : 'people.givesBack')}</p>
      {make.error !== null && <DecideProblem problem={asProblem(make.error)} />}
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color={takesAway ? 'brick' : 'petrol'} loading={make.isPending} onClick={() => make.mutate()}>
          {t(`people.do.${change.kind}`)}
        </Button>
      </div>
    </div>
  );
}
