import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { VisibleText } from '../signed/SignedText';
import { IconHigh, IconRefresh } from '../theme/icons';
import classes from './Feedback.module.css';
import { useProblemTitle } from './problem-title';

interface ProblemStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What went wrong in words, the problem's type and trace id for whoever is asked, and a way to try again. */
export function ProblemState({ error, onRetry }: ProblemStateProps) {
  const { t } = useTranslation();
  const titleOf = useProblemTitle();
  const problem = asProblem(error);
  return (
    <section className={classes.state} role="alert">
      <IconHigh size={36} stroke={1.5} aria-hidden className={classes.problemIcon} />
      <h2>{titleOf(problem.code)}</h2>
      {problem.detail !== undefined && (
        <p className={classes.text}>
          <VisibleText>{problem.detail}</VisibleText>
        </p>
      )}
      <dl className={classes.facts}>
        <dt>{t('problem.type')}</dt>
        <dd>{problem.type === 'about:blank' ? problem.code : problem.type}</dd>
        {problem.traceId !== undefined && (
          <>
            <dt>{t('problem.traceId')}</dt>
            <dd>{problem.traceId}</dd>
          </>
        )}
      </dl>
      {onRetry !== undefined && (
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
          {t('problem.retry')}
        </Button>
      )}
    </section>
  );
}
