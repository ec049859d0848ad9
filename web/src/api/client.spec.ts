import { describe, expect, it, vi } from 'vitest';
import { aProblem } from '../testing/samples';
import { createClient } from './client';
import { ApiProblem } from './problem';
import { createServerClock } from './server-clock';

function aClient(answer: () => Promise<Response> | Response) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () => answer());
  const onSignedOut = vi.fn<() => void>();
  const client = createClient({
    fetch: fetch as unknown as typeof globalThis.fetch,
    clock: createServerClock(),
    onSignedOut,
  });
  const headers = () => fetch.mock.calls[0]?.[1]?.headers as Record<string, string>;
  return { client, fetch, onSignedOut, headers };
}

async function problemOf(work: Promise<unknown>): Promise<ApiProblem> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (error instanceof ApiProblem) return error;
  throw new Error('no problem came');
}

describe('the client', () => {
  it('sends the CSRF token with what changes something, and never with what reads', async () => {
    const writing = aClient(() => Response.json({}));
    writing.client.holdCsrfToken('csrf-1');
    await writing.client.request('/v1/x', { method: 'POST', body: {} });
    expect(writing.headers()['X-CSRF-Token']).toBe('csrf-1');
    const reading = aClient(() => Response.json({}));
    reading.client.holdCsrfToken('csrf-1');
    await reading.client.request('/v1/x');
    expect(reading.headers()).not.toHaveProperty('X-CSRF-Token');
  });

  it('sends the cookie to its own origin only', async () => {
    const { client, fetch } = aClient(() => Response.json({}));
    await client.request('/v1/x');
    expect(fetch.mock.calls[0]?.[1]?.credentials).toBe('same-origin');
  });

  it("throws the engine's problem with its code, trace id and faults", async () => {
    const errors = [{ pointer: '/reason', message: 'too long' }];
    const { client } = aClient(() => aProblem(409, 'ALREADY_DECIDED', { traceId: 't-1', errors }));
    const { problem } = await problemOf(client.request('/v1/x'));
    expect(problem).toMatchObject({ code: 'ALREADY_DECIDED', status: 409, traceId: 't-1', errors });
  });

  it("makes a problem of a proxy's error page", async () => {
    const { client } = aClient(() => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }));
    expect((await problemOf(client.request('/v1/x'))).problem).toMatchObject({ code: 'UNAVAILABLE', status: 502 });
  });

  it('makes a problem of no answer', async () => {
    const { client } = aClient(() => Promise.reject(new TypeError('failed to fetch')));
    expect((await problemOf(client.request('/v1/x'))).code).toBe('UNREACHABLE');
  });

  it('leaves for the sign-in when a reading request finds no session', async () => {
    const { client, onSignedOut } = aClient(() => aProblem(401, 'UNAUTHENTICATED'));
    await problemOf(client.request('/v1/x'));
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('stays when a decision finds no session, so that a typed reason is not lost', async () => {
    const { client, onSignedOut } = aClient(() => aProblem(401, 'UNAUTHENTICATED'));
    await problemOf(client.request('/v1/x', { method: 'POST', body: {} }));
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it('reads an answer without content', async () => {
    const { client } = aClient(() => new Response(null, { status: 204 }));
    await expect(client.request('/v1/x', { method: 'PUT', body: {} })).resolves.toBeUndefined();
  });
});
