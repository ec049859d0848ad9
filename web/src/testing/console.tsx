import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import type { Me, Page } from '../api/types';
import { createConsoleRouter } from '../app/router';
import { aMe } from './samples';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

type Answer = (request: SentRequest) => unknown;

const EMPTY: Page<never> = { items: [] };

/**
 * The whole console at an address, before an engine that answers what a test says: by `METHOD /path`, a value for JSON or a
 * `Response`. `tell` sends a live event.
 */
export function openConsole(address: string, answers: Record<string, Answer> = {}, me: Me = aMe()) {
  const sent: SentRequest[] = [];
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  const known: Record<string, Answer> = {
    'GET /v1/me': () => me,
    'GET /v1/actions/counts': () => ({ inbox: 0, mine: 0 }),
    'GET /v1/actions': () => EMPTY,
    'GET /v1/events': () => new Response(stream.readable),
    ...answers,
  };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://console.test');
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: init.headers as Record<string, string>,
    };
    sent.push(request);
    const answer = known[`${request.method} ${url.pathname}`];
    if (answer === undefined) throw new TypeError(`nobody answers ${request.method} ${url.pathname}`);
    const value = await answer(request);
    return value instanceof Response ? value : Response.json(value);
  });
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [`/console${address}`] }));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } });
  const page = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Notifications />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const tell = (event: string, data: object) =>
    writer.write(new TextEncoder().encode(`id: 1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  return { ...page, router, sent, tell };
}
