import { Button, Modal, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { throwSwitch } from '../api/commands';
import { asProblem } from '../api/problem';
import { switchesQuery } from '../api/queries';
import type { ToolSwitch } from '../api/types';
import { DecideProblem } from '../decide/DecideProblem';
import { useBilingual } from '../i18n/language';
import classes from './Operate.module.css';

/** The engine's own limit. */
const SHORTEST_REASON = 3;

/** Asks why before a switch is turned; the reason goes on record. */
export function SwitchSheet({ turning, onClose }: { turning: ToolSwitch | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const text = useBilingual();
  const name = turning?.title === undefined ? (turning?.tool ?? '') : text(turning.title);
  const title = (() => {
    if (turning?.tool === '*') return t(turning.disabled ? 'tools.confirm.resumeAll' : 'tools.confirm.stopAll');
    return t(turning?.disabled ? 'tools.confirm.on' : 'tools.confirm.off', { name });
  })();
  return (
    <Modal
      opened={turning !== undefined}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {turning !== undefined && <SwitchForm turning={turning} onClose={onClose} />}
    </Modal>
  );
}

function SwitchForm({ turning, onClose }: { turning: ToolSwitch; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const turn = useMutation({
    mutationFn: () => throwSwitch(turning.tool, { disabled: !turning.disabled, reason: reason.trim() }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: switchesQuery.queryKey });
      notifications.show({ message: t(turning.disabled ? 'tools.done.on' : 'tools.done.off') });
      onClose();
    },
  });
  return (
    <div className={classes.form}>
      <Textarea
        label={t('tools.reason')}
        description={t('tools.reasonHint')}
        required
        autosize
        minRows={2}
        maxLength={2_000}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {turn.error !== null && <DecideProblem problem={asProblem(turn.error)} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          color={turning.disabled ? 'petrol' : 'brick'}
          disabled={reason.trim().length < SHORTEST_REASON}
          loading={turn.isPending}
          onClick={() => turn.mutate()}
        >
          {t(turning.disabled ? 'tools.turnOn' : 'tools.turnOff')}
        </Button>
      </div>
    </div>
  );
}
