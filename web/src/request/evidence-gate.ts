import { createContext, use, useSyncExternalStore } from 'react';

/** How much of the evidence was on the screen. `open`: all of it was. */
export interface Progress {
  readonly open: boolean;
  readonly shown: number;
  readonly total: number;
}

export interface EvidenceGate {
  /** Watches the end of one part of the evidence until the returned function is called. */
  watch(name: string, end: HTMLElement): () => void;
  /** Watches how much of the window the bar at its end covers: what is under it is not shown. */
  stayClearOf(bar: HTMLElement): () => void;
  /** Brings what was not shown yet into view, by at most one screen, so that nothing is skipped. */
  goOn(): void;
  progress(): Progress;
  subscribe(listener: () => void): () => void;
}

/** The height of the page's header (tokens.css), which covers what is under it. */
const HEADER = 56;
/** Two lines stay on the screen from one step to the next. */
const OVERLAP = 48;

/**
 * A part of the evidence counts as shown once its end was inside the window, clear of the bars over it. Jumping to the end of
 * the page leaves the parts between unshown. One gate is for one display: what is shown in another way is read anew.
 */
export function createEvidenceGate(): EvidenceGate {
  const ends = new Map<string, HTMLElement>();
  const seen = new Set<string>();
  const listeners = new Set<() => void>();
  let progress: Progress = { open: false, shown: 0, total: 0 };
  let observer: IntersectionObserver | undefined;
  let covered = 0;

  function tell(): void {
    const shown = [...ends.keys()].filter((name) => seen.has(name)).length;
    if (shown === progress.shown && ends.size === progress.total) return;
    progress = { open: shown === ends.size, shown, total: ends.size };
    for (const listener of listeners) listener();
  }

  /** Not before the bar's height is known: what it covers would count as shown. */
  function observe(bottom: number): void {
    observer?.disconnect();
    covered = bottom;
    observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const name = (target as HTMLElement).dataset.evidence;
          if (isIntersecting && name !== undefined) seen.add(name);
        }
        tell();
      },
      { rootMargin: `-${HEADER}px 0px -${bottom}px 0px` },
    );
    for (const end of ends.values()) observer.observe(end);
  }

  return {
    watch(name, end) {
      ends.set(name, end);
      observer?.observe(end);
      tell();
      return () => {
        ends.delete(name);
        observer?.unobserve(end);
        tell();
      };
    },
    stayClearOf(bar) {
      const resize = new ResizeObserver(() => observe(bar.offsetHeight));
      resize.observe(bar);
      return () => {
        resize.disconnect();
        observer?.disconnect();
      };
    },
    goOn() {
      const unseen = [...ends].filter(([name]) => !seen.has(name)).map(([, end]) => end.getBoundingClientRect().bottom);
      if (unseen.length > 0) scrollTowards(unseen, covered);
    },
    progress: () => progress,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Back to what was jumped over, else on by a screen or to the end. */
function scrollTowards(unseen: readonly number[], covered: number): void {
  const screen = window.innerHeight - HEADER - covered;
  const first = Math.min(...unseen);
  const rest = Math.max(...unseen) - (window.innerHeight - covered) + OVERLAP;
  window.scrollBy({ top: first < HEADER ? first - HEADER - screen / 2 : Math.min(rest, screen - OVERLAP) });
}

export const EvidenceGateContext = createContext<EvidenceGate | undefined>(undefined);

/** The gate of the request around. It never changes, so that reading on draws nothing anew but the bar. */
export function useEvidenceGate(): EvidenceGate {
  const gate = use(EvidenceGateContext);
  if (gate === undefined) throw new Error('useEvidenceGate outside of a request');
  return gate;
}

export function useProgress(gate: EvidenceGate): Progress {
  return useSyncExternalStore(gate.subscribe, gate.progress);
}
