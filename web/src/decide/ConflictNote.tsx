import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverClock } from '../api/server-clock';
import { useLanguage } from '../i18n/language';
import { IconHigh } from '../theme/icons';
import { agoText } from '../time/format';
import type { Conflict } from './conflict';
import classes from './DecideSheet.module.css';

/** Who came first and when, and that the typed reason is still there. */
export function ConflictNote({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Read once: a figure that ticks inside of an alert would be said aloud every second.
  const [now] = useState(() => serverClock.now());
  const ago = 'at' in conflict ? agoText(now - Date.parse(conflict.at), language) : '';
  return (
    <div role="alert" className={classes.conflict}>
      <IconHigh size={20} aria-hidden />
      <p>
        <strong>{conflictSentence(conflict, ago, t)}</strong>
        {t(conflict.kind === 'mine' ? 'conflict.mineNote' : 'conflict.note')}
      </p>
    </div>
  );
}

function conflictSentence(conflict: Conflict, ago: string, t: TFunction): string {
  if (conflict.kind === 'state') return `${t('conflict.state')} ${t(`state.${conflict.state}`)}`;
  if (conflict.kind === 'rights') return t('conflict.rights');
  if (conflict.kind === 'mine') return t('conflict.mine', { ago });
  return t(`conflict.${conflict.kind}`, { name: conflict.name, ago });
}
