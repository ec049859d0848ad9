import { useTranslation } from 'react-i18next';
import type { ActionView, TimelineEntry } from '../api/types';
import { problemTitle } from '../feedback/problem-title';
import { VisibleText } from '../signed/SignedText';
import { IconHigh, IconLow } from '../theme/icons';
import { Moment } from '../time/Moment';
import { eventTone, eventWord } from './event-word';
import { Fingerprints } from './Fingerprints';
import { Section } from './Section';
import classes from './Timeline.module.css';

/** Everything that happened to this action, in the order of its own chain of hashes. */
export function Timeline({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  return (
    <Section name="timeline" title={t('timeline.title')} aside={<ChainNote verified={action.chainVerified} />}>
      <ol className={classes.events}>
        {action.timeline.map((entry) => (
          <Event key={entry.seq} entry={entry} />
        ))}
      </ol>
      <Fingerprints action={action} />
    </Section>
  );
}

function ChainNote({ verified }: { verified: boolean }) {
  const { t } = useTranslation();
  const Icon = verified ? IconLow : IconHigh;
  return (
    <p className={classes.chain} data-verified={verified}>
      <Icon size={16} aria-hidden />
      {t(verified ? 'timeline.verified' : 'timeline.broken')}
    </p>
  );
}

function Event({ entry: { type, at, actor, data, hash } }: { entry: TimelineEntry }) {
  const { t } = useTranslation();
  return (
    <li className={classes.event} style={{ '--dot': `var(--${eventTone(type)})` } as React.CSSProperties}>
      <p className={classes.what}>
        <strong>{eventWord(type, t)}</strong>
        {actor !== undefined && (
          <>
            {' · '}
            <VisibleText>{actor.name}</VisibleText>
          </>
        )}
        {type === 'execution.denied' && typeof data.code === 'string' && ` · ${problemTitle(data.code, t)}`}
      </p>
      <p className={classes.when}>
        <Moment at={at} precision="second" />
      </p>
      <details className={classes.details}>
        <summary>{t('timeline.details')}</summary>
        <dl>
          <dt>{t('timeline.type')}</dt>
          <dd>{type}</dd>
          {Object.keys(data).length > 0 && (
            <>
              <dt>{t('timeline.data')}</dt>
              <dd>
                <VisibleText>{JSON.stringify(data, null, 2)}</VisibleText>
              </dd>
            </>
          )}
          <dt>{t('timeline.hash')}</dt>
          <dd>{hash}</dd>
        </dl>
      </details>
    </li>
  );
}
