import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { switchesQuery } from '../api/queries';
import type { ToolSwitch } from '../api/types';
import { useTitle } from '../app/use-title';
import { ProblemState } from '../feedback/ProblemState';
import { WaitingList } from '../feedback/Waiting';
import { KillSwitch } from './KillSwitch';
import classes from './Operate.module.css';
import { SwitchSheet } from './SwitchSheet';
import { ToolRow } from './ToolRow';

/** Which tools may run. Turning one off stops new calls and holds back what is approved but not started. */
export function ToolsPage() {
  const { t } = useTranslation();
  useTitle(t('tools.title'));
  return (
    <>
      <h1 className={classes.title}>{t('tools.title')}</h1>
      <p className={classes.lead}>{t('tools.lead')}</p>
      <Switches />
    </>
  );
}

function Switches() {
  const query = useQuery(switchesQuery);
  const [turning, setTurning] = useState<ToolSwitch>();
  if (query.data === undefined) {
    return (
      <div className={classes.sheet}>
        {query.isPending ? <WaitingList /> : <ProblemState error={query.error} onRetry={() => void query.refetch()} />}
      </div>
    );
  }
  const everything = query.data.find(({ tool }) => tool === '*') ?? { tool: '*', disabled: false };
  const tools = query.data.filter(({ tool }) => tool !== '*');
  return (
    <>
      <KillSwitch everything={everything} onTurn={() => setTurning(everything)} />
      <ul className={classes.sheet}>
        {tools.map((tool) => (
          <ToolRow key={tool.tool} tool={tool} stopped={everything.disabled} onTurn={() => setTurning(tool)} />
        ))}
      </ul>
      <SwitchSheet turning={turning} onClose={() => setTurning(undefined)} />
    </>
  );
}
