import { type ReactNode, useCallback, useId } from 'react';
import { useEvidenceGate } from './evidence-gate';
import classes from './Section.module.css';

interface SectionProps {
  readonly name: string;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the evidence. Its end is watched: the decision opens when every part was on the screen. */
export function Section({ name, title, hint, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id} data-section={name}>
      <div className={classes.heading}>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <p>{hint}</p>}
        {aside}
      </div>
      <div className={classes.body}>{children}</div>
      <EvidenceEnd name={name} />
    </section>
  );
}

/** The watched end of a part, or of a long row inside of one. */
export function EvidenceEnd({ name }: { name: string }) {
  const gate = useEvidenceGate();
  const ref = useCallback(
    (end: HTMLElement | null) => (end === null ? undefined : gate.watch(name, end)),
    [gate, name],
  );
  return <span ref={ref} data-evidence={name} className={classes.end} aria-hidden />;
}
