import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ToolSwitch } from '../api/types';
import { useBilingual } from '../i18n/language';
import { RiskMark } from '../states/Badges';
import { LastChange } from './LastChange';
import classes from './Operate.module.css';

interface ToolRowProps {
  readonly tool: ToolSwitch;
  /** The switch over everything is off: this one has no effect until it is on again. */
  readonly stopped: boolean;
  readonly onTurn: () => void;
}

/** One tool and its switch. The switch asks for a reason first, so it turns when the engine has turned it. */
export function ToolRow({ tool, stopped, onTurn }: ToolRowProps) {
  const { t } = useTranslation();
  const text = useBilingual();
  const name = tool.title === undefined ? tool.tool : text(tool.title);
  return (
    <li className={classes.row} data-off={tool.disabled || stopped}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <code>{tool.tool}</code>
        <LastChange change={tool} />
      </div>
      {tool.risk !== undefined && <RiskMark risk={tool.risk} />}
      <Switch
        checked={!tool.disabled}
        onChange={onTurn}
        labelPosition="left"
        label={t(tool.disabled ? 'tools.off' : stopped ? 'tools.onButStopped' : 'tools.on')}
        aria-label={t('tools.switch', { name })}
      />
    </li>
  );
}
