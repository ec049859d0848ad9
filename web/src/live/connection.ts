import { useSyncExternalStore } from 'react';

/** `offline`: nothing reaches the engine, so nothing can be decided. `interrupted`: only the live updates are late. */
export type Connection = 'connecting' | 'live' | 'interrupted' | 'offline';

interface Facts {
  readonly browserOnline: boolean;
  readonly stream: 'connecting' | 'live' | 'interrupted';
  /** Attempts in a row that never got an answer. */
  readonly failures: number;
}

/** One lost attempt happens at every deployment; from the second on the engine counts as out of reach. */
export function connectionOf({ browserOnline, stream, failures }: Facts): Connection {
  if (!browserOnline) return 'offline';
  if (stream !== 'interrupted') return stream;
  return failures >= 2 ? 'offline' : 'interrupted';
}

let facts: Facts = { browserOnline: true, stream: 'connecting', failures: 0 };
const listeners = new Set<() => void>();

export function tellConnection(news: Partial<Facts>): void {
  facts = { ...facts, ...news };
  for (const listener of listeners) listener();
}

export function countFailure(): void {
  tellConnection({ stream: 'interrupted', failures: facts.failures + 1 });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connectionOf(facts));
}
