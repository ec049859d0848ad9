import { createSseParser, type StreamEvent } from './sse-parser';

export type StreamStatus = 'connecting' | 'live' | 'interrupted';

export interface EventStreamOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly onEvent: (event: StreamEvent) => void;
  readonly onStatus: (status: StreamStatus) => void;
  readonly onSignedOut: () => void;
  /** A stream that says nothing for so long (not even a heartbeat) is dead, whatever the socket believes. */
  readonly silenceMs?: number;
  readonly random?: () => number;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Keeps one event stream open until the returned function is called. The browser's EventSource hides heartbeats and gives up
 * for ever on an error status; this one does neither. Reconnects with `Last-Event-ID`, waiting longer each time.
 */
export function openEventStream(options: EventStreamOptions): () => void {
  const { onStatus, silenceMs = 40_000, random = Math.random } = options;
  let closed = false;
  let failures = 0;
  let lastId = '';
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempt: AbortController | undefined;

  async function connect(): Promise<void> {
    attempt = new AbortController();
    const { signal } = attempt;
    const watch = silenceWatch(silenceMs, attempt);
    try {
      const response = await options.fetch(options.url, {
        credentials: 'same-origin',
        headers: headers(lastId),
        signal,
      });
      if (response.status === 401) return options.onSignedOut();
      if (!response.ok || response.body === null) return again();
      failures = 0;
      onStatus('live');
      await drain(response.body, watch.alive, (event) => {
        lastId = event.id || lastId;
        options.onEvent(event);
      });
      again();
    } catch {
      again();
    } finally {
      watch.stop();
    }
  }

  function again(): void {
    if (closed) return;
    failures += 1;
    onStatus('interrupted');
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    // Spread out, so that a restarted server is not met by everyone at once.
    retry = setTimeout(() => void connect(), wait * (0.5 + random() / 2));
  }

  onStatus('connecting');
  void connect();
  return () => {
    closed = true;
    clearTimeout(retry);
    attempt?.abort();
  };
}

function headers(lastId: string): Record<string, string> {
  return { Accept: 'text/event-stream', ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) };
}

function silenceWatch(silenceMs: number, attempt: AbortController) {
  let timer = setTimeout(() => attempt.abort(), silenceMs);
  return {
    alive() {
      clearTimeout(timer);
      timer = setTimeout(() => attempt.abort(), silenceMs);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}

async function drain(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const parser = createSseParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    for (const event of parser.feed(decoder.decode(value, { stream: true }))) onEvent(event);
  }
}
