import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../src/application.js';
import { issueToken } from '../../src/identity/local-provider/issue-token.js';
import type { ActionView } from '../../src/runtime/action-view.js';
import { type TestDatabase, testDatabase } from './database.js';
import { freePort } from './free-port.js';

export interface Engine {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly database: TestDatabase;
  /** An access token of one of the local people, by the real login; with an agent, on their behalf. Cached. */
  tokenFor(person: string, agent?: string): Promise<string>;
  /** A person's own token with fewer scopes than they could have. */
  tokenWith(person: string, scope: string): Promise<string>;
  /** One REST call with this token. */
  send(token: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** One REST call with a person's token. */
  rest(person: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** `POST /v1/actions` as an agent acting for the person. */
  call(person: string, tool: string, args: object, headers?: Record<string, string>): Promise<Answer>;
  /** Approves (or rejects) as the person, over the digests that they are shown. */
  decide(person: string, id: string, decision?: 'APPROVE' | 'REJECT', reason?: string): Promise<Answer>;
  /** Waits until an action is in one of these states; fails after ten seconds. */
  settled(person: string, id: string, ...states: string[]): Promise<ActionView>;
  /** An order of the tenant that nobody has touched: small or large, in the line and state. */
  order(wish?: Partial<OrderWish>): Promise<OrderRow>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly [name: string]: unknown };
}

export interface OrderWish {
  readonly tenant: string;
  readonly line: string;
  readonly state: string;
  readonly size: 'small' | 'large';
}

export interface OrderRow {
  readonly id: string;
  readonly amount: string;
  readonly version: string;
}

/** A whole engine on a database of its own, in this process, listening on a free loopback port. */
export async function startEngine(env: NodeJS.ProcessEnv = {}, given?: TestDatabase): Promise<Engine> {
  const database = given ?? (await testDatabase());
  const port = await freePort();
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(path.join(tmpdir(), 'countersign-test-'));
  const app = await createApplication(
    database.config({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...env }),
  );
  await app.listen(port, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const tokens = new Map<string, Promise<string>>();
  const used = new Set<string>();

  const tokenFor = (person: string, agent?: string) => {
    const key = `${person} ${agent ?? ''}`;
    const known = tokens.get(key);
    if (known) return known;
    const token = requestToken(url, person, agent);
    tokens.set(key, token);
    return token;
  };
  const send = async (
    token: string,
    method: string,
    route: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => {
    const response = await fetch(`${url}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) } as Answer;
  };
  const rest: Engine['rest'] = async (person, method, route, body, headers) =>
    send(await tokenFor(person), method, route, body, headers);

  return {
    app,
    url,
    database,
    tokenFor,
    tokenWith: (person, scope) => requestToken(url, person, undefined, scope),
    send,
    rest,
    call: async (person, tool, args, headers) =>
      send(await tokenFor(person, 'order-assistant'), 'POST', '/v1/actions', { tool, arguments: args }, headers),
    decide: async (person, id, decision = 'APPROVE', reason = 'looked at it') => {
      const [shown] = await digestsOf(database, id);
      const digests = shown ?? { actionDigest: '0'.repeat(64), displayDigest: '0'.repeat(64) };
      return rest(person, 'POST', `/v1/actions/${id}/decisions`, { decision, reason, ...digests });
    },
    settled: async (person, id, ...states) => {
      const until = Date.now() + 10_000;
      for (;;) {
        const { body } = await rest(person, 'GET', `/v1/actions/${id}?wait=1`);
        const view = body as unknown as ActionView;
        if (states.includes(view.state)) return view;
        if (Date.now() > until) throw new Error(`action ${id} is ${view.state}, not ${states.join(' or ')}`);
      }
    },
    order: async (wish = {}) => {
      const { tenant = 'acme', line = 'retail', state = 'PAID', size = 'small' } = wish;
      const rows = await database.query<OrderRow>(
        `SELECT id, amount::text, version::text FROM customer_order
          WHERE tenant = $1 AND business_line = $2 AND state = $3 AND (amount >= 10000) = ($4 = 'large') AND NOT id = ANY ($5)
          ORDER BY id LIMIT 1`,
        [tenant, line, state, size, [...used]],
      );
      const row = rows[0];
      if (row === undefined) throw new Error('the seed has no such order left');
      used.add(row.id);
      return row;
    },
    stop: async () => {
      await app.close();
      if (given === undefined) await database.drop();
      if (env['DATA_DIR'] === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function digestsOf(database: TestDatabase, id: string): Promise<{ actionDigest: string; displayDigest: string }[]> {
  return database.query(
    `SELECT encode(action_digest, 'hex') AS "actionDigest", encode(display_digest, 'hex') AS "displayDigest"
       FROM plan WHERE id = $1`,
    [id],
  );
}

async function requestToken(url: string, person: string, agent: string | undefined, scope?: string): Promise<string> {
  const issued = await issueToken({
    issuer: `${url}/oidc`,
    resource: `${url}/mcp`,
    as: person,
    ...(agent === undefined ? {} : { agents: [agent] }),
    ...(scope === undefined ? {} : { scope }),
  });
  if (!issued.ok) throw new Error(issued.refusal.message);
  return issued.value.accessToken;
}
