import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Longer than a sheet takes to fade away and to give the focus back. */
const SETTLED_MS = 250;

interface FocusKept<T extends HTMLElement> {
  /** Put on what says how things stand. */
  readonly status: RefObject<T | null>;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * When the control that had the focus vanishes with a change of `standing` (the last "Read on", a decision that is recorded), the
 * focus goes to the words that say how things stand now, instead of back to the beginning of the page. Never to a control: a
 * key that is still held would press it.
 */
export function useFocusKept<T extends HTMLElement>(standing: string): FocusKept<T> {
  const status = useRef<T>(null);
  const inside = useRef(false);
  const before = useRef(standing);
  useEffect(() => {
    if (before.current === standing) return undefined;
    before.current = standing;
    const timer = setTimeout(() => {
      if (inside.current && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [standing]);
  return {
    status,
    onFocus: () => {
      inside.current = true;
    },
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) inside.current = false;
    },
  };
}
