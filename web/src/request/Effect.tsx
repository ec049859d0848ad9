import { useTranslation } from 'react-i18next';
import type { Display } from '../api/types';
import { useBilingual, useLanguage } from '../i18n/language';
import { FlagNote } from '../signed/FlagNote';
import { SignedText } from '../signed/SignedText';
import classes from './Effect.module.css';
import { Section } from './Section';

/** What will happen, in one sentence of the contract, what follows from it, and the facts behind the ids. */
export function Effect({ display }: { display: Display }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = useBilingual();
  return (
    <Section name="effect" title={t('effect.title')} hint={t('effect.hint')}>
      <p className={classes.sentence} data-testid="effect">
        <SignedText segments={display.effect[language]} as="sentence" />
      </p>
      <p className={classes.consequence}>
        <SignedText segments={display.consequence[language]} as="sentence" />
      </p>
      {display.fields.length > 0 && (
        <dl className={classes.facts}>
          {display.fields.map(({ label, value, flags }, index) => (
            <div key={index}>
              <dt>{text(label)}</dt>
              <dd>
                <SignedText segments={value} />
                <FlagNote flags={flags} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
