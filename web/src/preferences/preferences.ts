import { useSyncExternalStore } from 'react';

/** What a person chose for this browser. Nothing of it is secret, and nothing depends on it being kept. */
export interface Preferences {
  readonly language: 'en' | 'zh';
  readonly theme: 'auto' | 'light' | 'dark';
  readonly shortcuts: 'on' | 'off';
  readonly diff: 'columns' | 'lines';
}

const CHOICES: { readonly [K in keyof Preferences]: readonly Preferences[K][] } = {
  language: ['en', 'zh'],
  theme: ['auto', 'light', 'dark'],
  shortcuts: ['on', 'off'],
  diff: ['columns', 'lines'],
};

const listeners = new Set<() => void>();
let current = read();

function read(): Preferences {
  return {
    language: stored('language') ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'),
    theme: stored('theme') ?? 'auto',
    shortcuts: stored('shortcuts') ?? 'on',
    diff: stored('diff') ?? 'columns',
  };
}

function stored<K extends keyof Preferences>(name: K): Preferences[K] | undefined {
  try {
    const value = localStorage.getItem(`countersign.${name}`);
    return CHOICES[name].find((choice) => choice === value);
  } catch {
    return undefined;
  }
}

export function preferences(): Preferences {
  return current;
}

/** Remembers a choice; where storage is refused it holds until the page is left. */
export function prefer<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  current = { ...current, [name]: value };
  try {
    localStorage.setItem(`countersign.${name}`, value);
  } catch {
    // Private windows may refuse storage.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences);
}
