import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { useBilingual } from '../i18n/language';
import classes from './LostAnswer.module.css';
import { Section } from './Section';

/** What becomes of it when no answer comes back: part of what is signed, since some tools then need a person. */
export function LostAnswer({ action: { display, adapterClass, mode } }: { action: ActionView }) {
  const { t } = useTranslation();
  const text = useBilingual();
  return (
    <Section name="lost-answer" title={t('lost.title')}>
      <p className={classes.text}>{text(display.lostAnswer)}</p>
      <p className={classes.facts}>
        {t('lost.class', { class: adapterClass })} · {t(`lost.mode.${mode}`)}
      </p>
    </Section>
  );
}
