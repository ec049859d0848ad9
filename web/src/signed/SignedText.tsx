import { Fragment } from 'react';
import type { TextSegment } from '../api/types';
import classes from './SignedText.module.css';
import { visibleText } from './visible-text';

interface SignedTextProps {
  readonly segments: readonly TextSegment[];
  /** `sentence` sets values off from the contract's own words; `claim` starts a new line behind a shown line feed. */
  readonly as?: 'value' | 'sentence' | 'claim';
}

/**
 * Shows the engine's segments, all of them and nothing else: no character is added outside of an escape's chip, none is
 * dropped, none is shortened. Each run is isolated (UAX #9 §6.3), so that right-to-left letters move nothing beside them.
 */
export function SignedText({ segments, as = 'value' }: SignedTextProps) {
  return (
    <span className={classes.text} data-as={as}>
      {runsOf(segments).map((run, index) => (
        <bdi key={index} className={run.trusted ? undefined : classes.data}>
          {run.segments.map((segment, position) =>
            segment.kind === 'text' ? (
              <Fragment key={position}>{segment.text}</Fragment>
            ) : (
              <EscapeChip key={position} codePoint={segment.codePoint} name={segment.name} />
            ),
          )}
        </bdi>
      ))}
    </span>
  );
}

/** Text from outside of the display, with hidden characters made visible. */
export function VisibleText({ children }: { children: string }) {
  return <SignedText segments={visibleText(children)} />;
}

function EscapeChip({ codePoint, name }: { codePoint: string; name: string }) {
  return (
    <span className={classes.escape} data-code-point={codePoint}>
      <span className={classes.chip}>{`⟨${codePoint}${name === '' ? '' : ` ${name}`}⟩`}</span>
    </span>
  );
}

interface Run {
  readonly trusted: boolean;
  readonly segments: readonly TextSegment[];
}

/** Neighbours of one origin belong together: a value with an escape in its middle is still one value. */
function runsOf(segments: readonly TextSegment[]): readonly Run[] {
  const runs: { trusted: boolean; segments: TextSegment[] }[] = [];
  for (const segment of segments) {
    const trusted = segment.kind === 'text' && segment.trusted === true;
    const last = runs.at(-1);
    if (last?.trusted === trusted) last.segments.push(segment);
    else runs.push({ trusted, segments: [segment] });
  }
  return runs;
}
