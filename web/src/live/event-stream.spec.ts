import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEventStream, type StreamStatus } from './event-stream';
import type { StreamEvent } from './sse-parser';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Push = (text: string) => void;

/** A server: each connection is answered by the next of `answers`; the last one again and again. */
function listen(answers: readonly ('stream' | number | 'refused')[]) {
  const requests: Record<string, string>[] = [];
  const events: StreamEvent[] = [];
  const statuses: StreamStatus[] = [];
  const connections: { push: Push; end: () => void }[] = [];
  const onSignedOut = vi.fn<() => void>();
  const close = openEventStream({
    url: '/v1/events',
    random: () => 1,
    silenceMs: 40_000,
    onEvent: (event) => events.push(event),
    onStatus: (status) => statuses.push(status),
    onSignedOut,
    fetch: (async (_url: string, init: RequestInit) => {
      requests.push(init.headers as Record<string, string>);
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (answer === 'refused') throw new TypeError('refused');
      if (typeof answer === 'number') return new Response('', { status: answer });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
          connections.push({
            push: (text) => controller.enqueue(new TextEncoder().encode(text)),
            end: () => controller.close(),
          });
        },
      });
      return new Response(body);
    }) as typeof globalThis.fetch,
  });
  return { requests, events, statuses, connections, onSignedOut, close };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the event stream', () => {
  it('gives events as they come', async () => {
    const { connections, events, statuses, close } = listen(['stream']);
    await settle();
    connections[0]?.push('event: action\ndata: 1\n\n');
    await settle();
    expect(events).toEqual([{ type: 'action', data: '1', id: '' }]);
    expect(statuses).toEqual(['connecting', 'live']);
    close();
  });

  it('comes back with the id of the last event', async () => {
    const { connections, requests, statuses, close } = listen(['stream']);
    await settle();
    connections[0]?.push('id: 41\ndata: x\n\n');
    await settle();
    connections[0]?.end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests[1]).toMatchObject({ 'Last-Event-ID': '41' });
    expect(statuses).toEqual(['connecting', 'live', 'interrupted', 'live']);
    close();
  });

  it('waits longer after each failure, at most half a minute', async () => {
    const { requests, close } = listen(['refused']);
    const waits = [1, 2, 4, 8, 16, 30, 30];
    for (const [index, seconds] of waits.entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(requests).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    close();
  });

  it('goes on after an error status, where the browser would give up', async () => {
    const { statuses, close } = listen([503, 'stream']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(statuses).toEqual(['connecting', 'interrupted', 'live']);
    close();
  });

  it('takes a stream without heartbeats for dead', async () => {
    const { connections, requests, close } = listen(['stream']);
    await vi.advanceTimersByTimeAsync(30_000);
    connections[0]?.push(': heartbeat\n\n');
    await vi.advanceTimersByTimeAsync(39_000);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests).toHaveLength(2);
    close();
  });

  it('reports a session that ended, and does not knock again', async () => {
    const { onSignedOut, requests, close } = listen([401]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onSignedOut).toHaveBeenCalledOnce();
    expect(requests).toHaveLength(1);
    close();
  });

  it('is silent once closed', async () => {
    const { requests, statuses, close } = listen(['stream']);
    await settle();
    close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requests).toHaveLength(1);
    expect(statuses).toEqual(['connecting', 'live']);
  });
});
