import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How much of the evidence was on the screen. `open`: all of it was. */
export interface EvidenceGate {
  readonly open: boolean;
  readonly shown: number;
  readonly total: number;
  /** Brings the first part that was not shown into view, by at most one screen, so that nothing is skipped. */
  readonly goOn: () => void;
  /** Put on the bar that stands over the end of the page. */
  readonly bar: (element: HTMLElement | null) => (() => void) | undefined;
  /** Put on the end of each part. */
  readonly mark: (name: string) => (element: HTMLElement | null) => (() => void) | undefined;
}

export const EvidenceGateContext = createContext<EvidenceGate | undefined>(undefined);

/** The height of the page's header (tokens.css), which covers what is under it. */
const HEADER = 56;

/** The gate of the request around. */
export function useEvidenceGate(): EvidenceGate {
  const gate = use(EvidenceGateContext);
  if (gate === undefined) throw new Error('useEvidenceGate outside of a request');
  return gate;
}

interface Marks {
  readonly elements: Map<string, HTMLElement>;
  readonly seen: Set<string>;
}

/**
 * Watches the end of every part of the evidence. A part counts as shown once its end was inside the window, clear of the bars
 * at the top and bottom that would cover it; jumping to the end of the page leaves the parts between unshown. Other
 * evidence is another page (RequestPage.tsx), and is read anew.
 */
export function useGate(): EvidenceGate {
  const { bottom, bar } = useBarHeight();
  const marks = useRef<Marks>({ elements: new Map(), seen: new Set() });
  const [progress, setProgress] = useState({ shown: 0, total: 0 });
  const observer = useRef<IntersectionObserver>(undefined);

  const tell = useCallback(() => {
    const { elements, seen } = marks.current;
    const shown = [...elements.keys()].filter((name) => seen.has(name)).length;
    setProgress((last) =>
      last.shown === shown && last.total === elements.size ? last : { shown, total: elements.size },
    );
  }, []);

  useEffect(() => {
    // Until the bar's height is known, what it covers would count as shown.
    if (bottom === undefined) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const name = (target as HTMLElement).dataset.evidence;
          if (isIntersecting && name !== undefined) marks.current.seen.add(name);
        }
        tell();
      },
      { rootMargin: `-${HEADER}px 0px -${bottom}px 0px` },
    );
    observer.current = watch;
    for (const element of marks.current.elements.values()) watch.observe(element);
    tell();
    return () => watch.disconnect();
  }, [bottom, tell]);

  const mark = useCallback(
    (name: string) => (element: HTMLElement | null) => {
      if (element === null) return undefined;
      marks.current.elements.set(name, element);
      observer.current?.observe(element);
      tell();
      return () => {
        marks.current.elements.delete(name);
        observer.current?.unobserve(element);
        tell();
      };
    },
    [tell],
  );

  const goOn = useCallback(() => scrollToUnseen(marks.current, bottom ?? 0), [bottom]);
  return useMemo(
    () => ({ ...progress, open: progress.total > 0 && progress.shown === progress.total, goOn, bar, mark }),
    [progress, goOn, bar, mark],
  );
}

/** Two lines stay on the screen from one step to the next. */
const OVERLAP = 48;

function scrollToUnseen({ elements, seen }: Marks, bottom: number): void {
  const unseen = [...elements]
    .filter(([name]) => !seen.has(name))
    .map(([, element]) => element.getBoundingClientRect().bottom);
  if (unseen.length === 0) return;
  const screen = window.innerHeight - HEADER - bottom;
  const first = Math.min(...unseen);
  const rest = Math.max(...unseen) - (window.innerHeight - bottom) + OVERLAP;
  // Back to what was jumped over, else on by a screen or to the end.
  window.scrollBy({ top: first < HEADER ? first - HEADER - screen / 2 : Math.min(rest, screen - OVERLAP) });
}

/** How much of the window the decision bar covers. */
function useBarHeight() {
  const [bottom, setBottom] = useState<number>();
  const bar = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const resize = new ResizeObserver(() => setBottom(element.offsetHeight));
    resize.observe(element);
    return () => resize.disconnect();
  }, []);
  return { bottom, bar };
}
