import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/language';
import { IconPending } from '../theme/icons';
import classes from './Countdown.module.css';
import { leftText, type MinuteMark, markPassed, momentText, urgencyOf } from './format';
import { useServerNow } from './use-server-now';

interface CountdownProps {
  readonly deadline: string;
  /** What ends: the time to decide, or the time to run what was approved. */
  readonly of: 'decide' | 'execute';
  /** Called once when the time is over, to read what the server says then. */
  readonly onOver?: () => void;
}

/** What is left until the server's deadline, said aloud politely at 10, 5 and 1 minute. */
export function Countdown({ deadline, of, onOver }: CountdownProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const left = Date.parse(deadline) - useServerNow(1_000);
  const mark = useMark(left);
  const over = left <= 0;
  useEffect(() => {
    if (over) onOver?.();
  }, [over, onOver]);
  return (
    <div className={classes.countdown} data-urgency={urgencyOf(left)}>
      <IconPending size={18} aria-hidden />
      <span role="timer" className={classes.left}>
        {over ? t(`countdown.over.${of}`) : t(`countdown.left.${of}`, { left: leftText(left, language) })}
      </span>
      <time dateTime={deadline} className={classes.until}>
        {t('countdown.until', { time: momentText(deadline, language, 'minute') })}
      </time>
      <VisuallyHidden role="status" aria-live="polite">
        {mark === undefined ? '' : t(`countdown.announce.${of}`, { count: mark })}
      </VisuallyHidden>
    </div>
  );
}

function useMark(left: number): MinuteMark | undefined {
  const before = useRef(left);
  const [mark, setMark] = useState<MinuteMark>();
  useEffect(() => {
    const passed = markPassed(before.current, left);
    before.current = left;
    if (passed !== undefined) setMark(passed);
  }, [left]);
  return mark;
}
