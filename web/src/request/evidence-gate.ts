import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How much of the evidence was on the screen. `open`: all of it was. */
export interface EvidenceGate {
  readonly open: boolean;
  readonly shown: number;
  readonly total: number;
  /** Brings the first part that was not shown into view, by at most one screen, so that nothing is skipped. */
  readonly goOn: () => void;
  /** Put on the end of each part. */
  readonly mark: (name: string) => (element: HTMLElement | null) => (() => void) | undefined;
}

const GateContext = createContext<EvidenceGate | undefined>(undefined);
export const EvidenceGateContext = GateContext;

/** The gate of the request around. */
export function useEvidenceGate(): EvidenceGate {
  const gate = use(GateContext);
  if (gate === undefined) throw new Error('useEvidenceGate outside of a request');
  return gate;
}

interface Marks {
  readonly elements: Map<string, HTMLElement>;
  readonly seen: Set<string>;
}

/**
 * Watches the end of every part of the evidence. A part counts as shown once its end was inside the window, clear of the bars
 * at the top and bottom that would cover it; jumping to the end of the page leaves the parts between unshown. `evidence` is
 * the display's digest: other evidence is to be read anew.
 */
export function useGate(evidence: string, covered: { top: number; bottom: number }): EvidenceGate {
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
    marks.current.seen.clear();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const name = (target as HTMLElement).dataset.evidence;
          if (isIntersecting && name !== undefined) marks.current.seen.add(name);
        }
        tell();
      },
      { rootMargin: `-${covered.top}px 0px -${covered.bottom}px 0px` },
    );
    observer.current = watch;
    for (const element of marks.current.elements.values()) watch.observe(element);
    tell();
    return () => watch.disconnect();
  }, [evidence, covered.top, covered.bottom, tell]);

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

  const goOn = useCallback(() => scrollToUnseen(marks.current, covered), [covered]);
  return useMemo(
    () => ({ ...progress, open: progress.total > 0 && progress.shown === progress.total, goOn, mark }),
    [progress, goOn, mark],
  );
}

function scrollToUnseen({ elements, seen }: Marks, covered: { top: number; bottom: number }): void {
  const unseen = [...elements]
    .filter(([name]) => !seen.has(name))
    .map(([, element]) => element.getBoundingClientRect().bottom);
  if (unseen.length === 0) return;
  const screen = window.innerHeight - covered.top - covered.bottom;
  const first = Math.min(...unseen);
  // From above the window, one starts at its top; below, one goes on by what is left or by a screen less two lines.
  const distance =
    first < covered.top ? first - covered.top - screen / 2 : first - (window.innerHeight - covered.bottom) + 48;
  window.scrollBy({ top: Math.min(distance, screen - 48), behavior: 'auto' });
}
