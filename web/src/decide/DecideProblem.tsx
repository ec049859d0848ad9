import { useTranslation } from 'react-i18next';
import { signInAddress } from '../api/sign-in';
import type { Problem } from '../api/types';
import { useProblemTitle } from '../feedback/problem-title';
import { VisibleText } from '../signed/SignedText';
import { IconHigh } from '../theme/icons';
import classes from './DecideSheet.module.css';

/** Why the decision was not recorded. The typed reason stays where it is, also over a new sign-in. */
export function DecideProblem({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const titleOf = useProblemTitle();
  return (
    <div role="alert" className={classes.problem}>
      <IconHigh size={20} aria-hidden />
      <div>
        <p>
          <strong>{titleOf(problem.code)}</strong>
        </p>
        {problem.detail !== undefined && (
          <p>
            <VisibleText>{problem.detail}</VisibleText>
          </p>
        )}
        {problem.status === 401 && (
          <p>
            <a href={signInAddress(window.location.pathname)}>{t('login.signIn')}</a>
          </p>
        )}
        {problem.traceId !== undefined && (
          <p className={classes.trace}>
            {t('problem.traceId')} {problem.traceId}
          </p>
        )}
      </div>
    </div>
  );
}
