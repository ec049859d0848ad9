import { problemOf, unreachable } from './problem';
import { type ServerClock, serverClock } from './server-clock';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Client {
  /** Sends one request and gives the answer's JSON. Throws `ApiProblem` for every other outcome. */
  request<T>(path: string, options?: RequestOptions): Promise<T>;
  /** The token that unsafe requests carry (`X-CSRF-Token`). Kept in memory only. */
  holdCsrfToken(token: string | undefined): void;
}

export interface ClientParts {
  readonly fetch: typeof fetch;
  readonly clock: ServerClock;
  /** Called when a reading request finds no session. A writing one only reports it, so that a typed reason is not lost. */
  readonly onSignedOut: () => void;
}

export function createClient({ fetch, clock, onSignedOut }: ClientParts): Client {
  let csrfToken: string | undefined;

  async function send(path: string, options: RequestOptions): Promise<Response> {
    const sentAt = Date.now();
    const response = await fetch(path, init(options, csrfToken)).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw unreachable();
    });
    clock.observe(response.headers.get('Date'), sentAt, Date.now());
    return response;
  }

  return {
    holdCsrfToken(token) {
      csrfToken = token;
    },
    async request<T>(path: string, options: RequestOptions = {}) {
      const response = await send(path, options);
      if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
      if (response.status === 401 && (options.method ?? 'GET') === 'GET') onSignedOut();
      throw await problemOf(response);
    },
  };
}

function init({ method = 'GET', body, headers, signal }: RequestOptions, csrfToken: string | undefined): RequestInit {
  return {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(method !== 'GET' && csrfToken !== undefined ? { 'X-CSRF-Token': csrfToken } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
}

let signedOutListener: () => void = () => undefined;

/** Says what happens when a reading request finds no session. */
export function whenSignedOut(listener: () => void): void {
  signedOutListener = listener;
}

export const client = createClient({
  fetch: (input, request) => globalThis.fetch(input, request),
  clock: serverClock,
  onSignedOut: () => signedOutListener(),
});
