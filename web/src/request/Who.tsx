import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { VisibleText } from '../signed/SignedText';
import { IconAgent, IconPerson } from '../theme/icons';
import { Ago, Moment } from '../time/Moment';
import { Section } from './Section';
import classes from './Who.module.css';

/** The person behind the request, then every agent between that person and this engine, the one that called last. */
export function Who({ action: { requester, actors, createdAt, run } }: { action: ActionView }) {
  const { t } = useTranslation();
  const outermostFirst = actors.toReversed();
  return (
    <Section name="who" title={t('who.title')}>
      <ol className={classes.chain}>
        <li data-kind="person">
          <IconPerson size={20} stroke={1.75} aria-hidden />
          <span>
            <span className={classes.role}>{t('who.person')}</span>
            <strong>
              <VisibleText>{requester.name}</VisibleText>
            </strong>
            <span className={classes.sub}>
              <VisibleText>{requester.sub}</VisibleText>
            </span>
          </span>
        </li>
        {outermostFirst.map((actor, index) => (
          <li key={`${index} ${actor}`} data-kind="agent">
            <IconAgent size={20} stroke={1.75} aria-hidden />
            <span>
              <span className={classes.role}>
                {t(index === outermostFirst.length - 1 ? 'who.callingAgent' : 'who.agent')}
              </span>
              <strong>
                <VisibleText>{actor}</VisibleText>
              </strong>
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.asked}>
        {t('who.asked')} <Moment at={createdAt} /> (<Ago at={createdAt} />)
        {run !== null && (
          <>
            {' · '}
            {t('who.run')} <VisibleText>{run}</VisibleText>
          </>
        )}
      </p>
    </Section>
  );
}
