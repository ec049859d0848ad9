import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '../api/queries';
import { countFailure, tellConnection } from './connection';
import { openEventStream } from './event-stream';
import type { StreamEvent } from './sse-parser';

/** Events of a burst are answered by one reading of the lists. */
const BURST_MS = 400;
/** A hidden tab gives its connection back: over HTTP/1.1 a browser opens six to one origin, and each open request needs one. */
const HIDDEN_MS = 60_000;

/** Keeps everything on the screen current while the page is open. Used once, at the root. */
export function useLiveUpdates(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = burstOf(() => refreshLists(queries), BURST_MS);
    let close: (() => void) | undefined;
    let hide: ReturnType<typeof setTimeout> | undefined;
    let wasOpen = false;

    const open = () => {
      close ??= openEventStream({
        url: '/v1/events',
        fetch: (input, init) => globalThis.fetch(input, init),
        onEvent: (event) => take(event, queries, refresh.soon),
        onStatus: (status) => {
          if (status === 'interrupted') return countFailure();
          tellConnection({ stream: status, ...(status === 'live' ? { failures: 0 } : {}) });
          // What happened while nobody listened is read anew.
          if (status === 'live' && wasOpen) refreshAll(queries);
          wasOpen ||= status === 'live';
        },
        onSignedOut: () => void queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      });
    };
    const shut = () => {
      close?.();
      close = undefined;
    };
    const onVisibility = () => {
      clearTimeout(hide);
      if (document.visibilityState === 'visible') open();
      else hide = setTimeout(shut, HIDDEN_MS);
    };
    const onOnline = () => {
      tellConnection({ browserOnline: true, failures: 0 });
      shut();
      open();
    };
    const onOffline = () => tellConnection({ browserOnline: false });

    tellConnection({ browserOnline: navigator.onLine });
    open();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('online', onOnline);
    window.addEventListener('offline', onOffline);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('offline', onOffline);
      clearTimeout(hide);
      refresh.cancel();
      shut();
    };
  }, [queries]);
}

function take(event: StreamEvent, queries: QueryClient, refreshListsSoon: () => void): void {
  if (event.type === 'resync') return refreshAll(queries);
  if (event.type !== 'action') return;
  const id = actionOf(event.data);
  if (id !== undefined) void queries.invalidateQueries({ queryKey: ['action', id] });
  refreshListsSoon();
}

function actionOf(data: string): string | undefined {
  try {
    const news: unknown = JSON.parse(data);
    return typeof news === 'object' && news !== null && 'id' in news && typeof news.id === 'string'
      ? news.id
      : undefined;
  } catch {
    return undefined;
  }
}

function refreshLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: ['actions'] });
  void queries.invalidateQueries({ queryKey: ['counts'] });
}

function refreshAll(queries: QueryClient): void {
  refreshLists(queries);
  void queries.invalidateQueries({ queryKey: ['action'] });
}

function burstOf(work: () => void, waitMs: number): { soon(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, waitMs);
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
