import { useTranslation } from 'react-i18next';
import type { Display } from '../api/types';
import { useBilingual } from '../i18n/language';
import { FlagNote } from '../signed/FlagNote';
import { SignedText } from '../signed/SignedText';
import { IconClaim } from '../theme/icons';
import classes from './Claim.module.css';
import { RawValue } from './RawValue';
import { EvidenceEnd, Section } from './Section';

/** The agent's own words, whole, in a box that cannot be taken for the console's. Nothing in it is a fact. */
export function Claim({ display }: { display: Display }) {
  const { t } = useTranslation();
  const text = useBilingual();
  const claims = display.arguments.filter(({ untrusted }) => untrusted);
  return (
    <Section name="claim" title={t('claim.title')} hint={claims.length === 0 ? undefined : t('claim.hint')}>
      {claims.length === 0 && <p className={classes.none}>{t('claim.none')}</p>}
      {claims.map(({ name, label, value, raw, flags }) => (
        <figure key={name} className={classes.claim} data-claim={name}>
          <figcaption>
            <IconClaim size={16} aria-hidden />
            <span>
              {text(label)} · {t('claim.unverified')}
            </span>
          </figcaption>
          <blockquote>
            <SignedText segments={value} as="claim" />
          </blockquote>
          <p className={classes.raw}>
            <span>{t('arguments.raw')}</span> <RawValue raw={raw} />
          </p>
          <FlagNote flags={flags} />
          <EvidenceEnd name={`claim ${name}`} />
        </figure>
      ))}
    </Section>
  );
}
