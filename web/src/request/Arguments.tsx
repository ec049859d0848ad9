import { useTranslation } from 'react-i18next';
import type { Display, DisplayArgument } from '../api/types';
import { useBilingual } from '../i18n/language';
import { FlagNote } from '../signed/FlagNote';
import { SignedText } from '../signed/SignedText';
import classes from './Arguments.module.css';
import { RawValue } from './RawValue';
import { EvidenceEnd, Section } from './Section';

/** Every argument of the call: its label, its value, and the raw value that is executed. None is translated. */
export function Arguments({ display }: { display: Display }) {
  const { t } = useTranslation();
  return (
    <Section name="arguments" title={t('arguments.title')} hint={t('arguments.hint')}>
      {display.arguments.length === 0 ? (
        <p className={classes.none}>{t('arguments.none')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('arguments.label')}</th>
              <th scope="col">{t('arguments.value')}</th>
              <th scope="col">{t('arguments.raw')}</th>
            </tr>
          </thead>
          <tbody>
            {display.arguments.map((argument) => (
              <ArgumentRow key={argument.name} argument={argument} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** Label, value and raw value; what the agent wrote is shown, raw value and all, in the agent's box only. */
function ArgumentRow({ argument: { name, label, value, raw, untrusted, flags } }: { argument: DisplayArgument }) {
  const { t } = useTranslation();
  const text = useBilingual();
  return (
    <tr data-argument={name}>
      <th scope="row">
        {text(label)}
        <code className={classes.name}>{name}</code>
      </th>
      {untrusted ? (
        <td colSpan={2} className={classes.below}>
          {t('arguments.below')}
        </td>
      ) : (
        <>
          <td>
            <SignedText segments={value} />
            <FlagNote flags={flags} />
          </td>
          <td>
            <RawValue raw={raw} />
            <EvidenceEnd name={`argument ${name}`} />
          </td>
        </>
      )}
    </tr>
  );
}
