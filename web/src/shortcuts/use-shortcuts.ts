import { useEffect, useRef } from 'react';
import { preferences } from '../preferences/preferences';

export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Single-key shortcuts (WCAG 2.2 §2.1.4: they can be switched off). They do nothing while something is typed, with a modifier
 * held, or while a dialog is open, so that no stray key reaches what lies behind it.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = current.current[event.key];
      if (run === undefined || !isFree(event)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isFree(event: KeyboardEvent): boolean {
  if (preferences().shortcuts === 'off' || event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event.target) && document.querySelector('[role="dialog"]') === null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;
}
