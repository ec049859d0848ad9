import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { useBilingual } from '../i18n/language';
import { VisibleText } from '../signed/SignedText';
import { StateBadge } from '../states/Badges';
import { Moment } from '../time/Moment';
import { Section } from './Section';
import classes from './Similar.module.css';

/** What was asked for before on the same target, and how it ended. */
export function Similar({ action: { similar } }: { action: ActionView }) {
  const { t } = useTranslation();
  const text = useBilingual();
  return (
    <Section name="similar" title={t('similar.title')}>
      {similar.length === 0 ? (
        <p className={classes.none}>{t('similar.none')}</p>
      ) : (
        <ul className={classes.list}>
          {similar.map((other) => (
            <li key={other.id}>
              <StateBadge action={other} />
              <span className={classes.what}>
                <Link to="/actions/$id" params={{ id: other.id }}>
                  <VisibleText>{text(other.summary)}</VisibleText>
                </Link>
                <span className={classes.facts}>
                  <VisibleText>{other.requester.name}</VisibleText> · <Moment at={other.createdAt} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
