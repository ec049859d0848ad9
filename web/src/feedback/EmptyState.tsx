import type { ReactNode } from 'react';
import classes from './Feedback.module.css';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
}

/** Nothing to show, said in a way that needs no second look. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <section className={classes.state}>
      <span className={classes.emptyIcon} aria-hidden>
        {icon}
      </span>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
