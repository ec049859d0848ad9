import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { startLanguage } from '../i18n/language';
import { tellConnection } from '../live/connection';
import { prefer } from '../preferences/preferences';

// What is hidden is no subject of these tests, and finding out costs more than all the rest of them.
configure({ defaultHidden: true, asyncUtilTimeout: 10_000 });

const watchers = new Set<FakeIntersectionObserver>();

/** Shows nothing by itself: tests say what came into view. */
class FakeIntersectionObserver {
  readonly watched = new Set<Element>();
  constructor(readonly report: IntersectionObserverCallback) {
    watchers.add(this);
  }
  observe(element: Element): void {
    this.watched.add(element);
  }
  unobserve(element: Element): void {
    this.watched.delete(element);
  }
  disconnect(): void {
    watchers.delete(this);
  }
}

class FakeResizeObserver {
  constructor(readonly report: () => void) {}
  observe(): void {
    this.report();
  }
  unobserve(): void {}
  disconnect(): void {}
}

/** The parts of the evidence whose end is on the page, in the order of the page. */
export function evidenceParts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-evidence]')].map(({ dataset }) => dataset.evidence ?? '');
}

/** Scrolls the ends of these parts of the evidence into view. */
export function bringIntoView(parts: readonly string[]): void {
  for (const watcher of watchers) {
    const entries = [...watcher.watched]
      .filter((element) => parts.includes((element as HTMLElement).dataset.evidence ?? ''))
      .map((target) => ({ target, isIntersecting: true }) as unknown as IntersectionObserverEntry);
    if (entries.length > 0) watcher.report(entries, watcher as unknown as IntersectionObserver);
  }
}

/** A browser's window as far as the console needs it, in English, with nothing left over from the test before. */
export function useFreshPage(): void {
  beforeEach(async () => {
    vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
    vi.stubGlobal('ResizeObserver', FakeResizeObserver);
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }));
    Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
    window.scrollTo = () => undefined;
    Element.prototype.scrollIntoView = () => undefined;
    localStorage.clear();
    sessionStorage.clear();
    prefer('shortcuts', 'on');
    prefer('diff', 'columns');
    tellConnection({ browserOnline: true, stream: 'live', failures: 0 });
    await startLanguage('en');
  });
  afterEach(() => {
    cleanup();
    watchers.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}
