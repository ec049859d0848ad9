import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Feedback.module.css';

/** The shape of a list that is still being read. */
export function WaitingList() {
  return (
    <Waiting>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={16} width={`${62 - row * 4}%`} />
          <Skeleton height={12} width={`${38 + row * 3}%`} />
        </div>
      ))}
    </Waiting>
  );
}

/** The shape of a request that is still being read. */
export function WaitingRequest() {
  return (
    <Waiting>
      <div className={classes.row}>
        <Skeleton height={28} width="46%" />
        <Skeleton height={14} width="30%" />
      </div>
      {[88, 70, 94, 60].map((width) => (
        <div key={width} className={classes.row}>
          <Skeleton height={14} width="18%" />
          <Skeleton height={18} width={`${width}%`} />
          <Skeleton height={14} width={`${width - 24}%`} />
        </div>
      ))}
    </Waiting>
  );
}

function Waiting({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} aria-busy="true">
      <VisuallyHidden role="status">{t('waiting')}</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </div>
  );
}
