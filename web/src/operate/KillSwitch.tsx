import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ToolSwitch } from '../api/types';
import { IconPower, IconSucceeded } from '../theme/icons';
import classes from './Operate.module.css';
import { LastChange } from './LastChange';

/** One switch over all tools of the tenant. */
export function KillSwitch({ everything, onTurn }: { everything: ToolSwitch; onTurn: () => void }) {
  const { t } = useTranslation();
  const Icon = everything.disabled ? IconPower : IconSucceeded;
  return (
    <section className={classes.kill} data-stopped={everything.disabled} aria-label={t('tools.killSwitch')}>
      <Icon size={28} stroke={1.75} aria-hidden />
      <div>
        <h2>{t(everything.disabled ? 'tools.allStopped' : 'tools.allRunning')}</h2>
        <p>{t(everything.disabled ? 'tools.allStoppedText' : 'tools.allRunningText')}</p>
        <LastChange change={everything} />
      </div>
      <Button
        variant={everything.disabled ? 'filled' : 'outline'}
        color={everything.disabled ? 'petrol' : 'brick'}
        leftSection={<IconPower size={18} aria-hidden />}
        onClick={onTurn}
      >
        {t(everything.disabled ? 'tools.resumeAll' : 'tools.stopAll')}
      </Button>
    </section>
  );
}
