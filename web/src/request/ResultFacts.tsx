import { useTranslation } from 'react-i18next';
import type { ExecutionView, JsonValue } from '../api/types';
import { useProblemTitle } from '../feedback/problem-title';
import { VisibleText } from '../signed/SignedText';
import classes from './Outcome.module.css';

/** What the target system answered, as far as the contract lets it be seen. */
export function ResultFacts({ execution: { result, error, operationId } }: { execution: ExecutionView }) {
  const { t } = useTranslation();
  const titleOf = useProblemTitle();
  return (
    <>
      {error !== undefined && (
        <p className={classes.error}>
          {titleOf(error.code)} <VisibleText>{error.message}</VisibleText>
        </p>
      )}
      <dl className={classes.facts}>
        {Object.entries(result ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>
              <VisibleText>{name}</VisibleText>
            </dt>
            <dd>
              <VisibleText>{textOf(value)}</VisibleText>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('fingerprint.operation')}</dt>
          <dd className={classes.operation}>{operationId}</dd>
        </div>
      </dl>
    </>
  );
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
