import { useTranslation } from 'react-i18next';
import type { ActionView, DisplayChange } from '../api/types';
import { useBilingual } from '../i18n/language';
import { prefer, usePreferences } from '../preferences/preferences';
import { SignedText, VisibleText } from '../signed/SignedText';
import { IconColumns, IconLines } from '../theme/icons';
import { Moment } from '../time/Moment';
import classes from './Changes.module.css';
import { Section } from './Section';

/** What the target looks like before and after, from a snapshot of a stated time and version. */
export function Changes({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const { diff } = usePreferences();
  const changes = action.display.diff;
  return (
    <Section name="changes" title={t('changes.title')} aside={<DiffMode />}>
      {changes.length === 0 ? (
        <p className={classes.snapshot}>{t('changes.none')}</p>
      ) : diff === 'columns' ? (
        <Columns changes={changes} />
      ) : (
        <Lines changes={changes} />
      )}
      <p className={classes.snapshot}>
        {t('changes.snapshot')} <Moment at={action.snapshotAt} precision="second" /> · {t('changes.version')}{' '}
        <VisibleText>{action.resourceVersion}</VisibleText>
      </p>
    </Section>
  );
}

function DiffMode() {
  const { t } = useTranslation();
  const { diff } = usePreferences();
  const other = diff === 'columns' ? 'lines' : 'columns';
  const Icon = other === 'columns' ? IconColumns : IconLines;
  return (
    <button type="button" className={classes.mode} onClick={() => prefer('diff', other)}>
      <Icon size={16} aria-hidden />
      {t(`changes.show.${other}`)}
    </button>
  );
}

function Columns({ changes }: { changes: readonly DisplayChange[] }) {
  const { t } = useTranslation();
  const text = useBilingual();
  return (
    <table className={classes.columns}>
      <thead>
        <tr>
          <th scope="col">{t('changes.attribute')}</th>
          <th scope="col">{t('changes.before')}</th>
          <th scope="col">{t('changes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ attribute, label, before, after }) => (
          <tr key={attribute} data-attribute={attribute}>
            <th scope="row">{text(label)}</th>
            <td>
              <del>
                <SignedText segments={before} />
              </del>
            </td>
            <td>
              <ins>
                <SignedText segments={after} />
              </ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ changes }: { changes: readonly DisplayChange[] }) {
  const text = useBilingual();
  return (
    <dl className={classes.lines}>
      {changes.map(({ attribute, label, before, after }) => (
        <div key={attribute} data-attribute={attribute}>
          <dt>{text(label)}</dt>
          <dd>
            <del data-sign="−">
              <SignedText segments={before} />
            </del>
          </dd>
          <dd>
            <ins data-sign="+">
              <SignedText segments={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
