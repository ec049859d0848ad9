import { request } from 'node:http';
import { Client as V2Client, StreamableHTTPClientTransport as V2Transport } from '@modelcontextprotocol/client';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  json(): unknown;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** One HTTP request on a connection of its own, with exactly these headers: `fetch` would not let a test set Host. */
export function rawRequest(url: string, { method = 'POST', headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: () => JSON.parse(text) as unknown,
        });
      });
    });
    sent.setTimeout(10_000, () => sent.destroy(new Error('no answer within 10 s')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The body of a 401, whatever was asked. */
export function unauthenticated(message: string): unknown {
  return {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32000, message, data: { code: 'UNAUTHENTICATED', retryable: false } },
  };
}

/** Which generation of the protocol a raw message speaks. */
export type Generation = '2026-07-28' | '2025-11-25' | '2025-06-18';

/** What a client of that generation puts on the wire for one request. */
export function rawMessage(
  generation: Generation,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  id: string | number = 1,
): { readonly headers: Record<string, string>; readonly body: string } {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': generation,
  };
  if (generation !== '2026-07-28') return { headers, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) };
  headers['mcp-method'] = method;
  if (typeof params['name'] === 'string') headers['mcp-name'] = params['name'];
  const meta = {
    ...(params['_meta'] as object | undefined),
    'io.modelcontextprotocol/protocolVersion': generation,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { headers, body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } }) };
}

/** What a model gets to see of a tool call, whichever client made it. */
interface ToolOutcome {
  readonly isError: boolean;
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  /** The text block, which is JSON: the structured content again, or the error. */
  readonly text: Readonly<Record<string, unknown>>;
}

interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** An MCP client with a token, reduced to what a host does with it. */
export interface McpClient {
  tools(): Promise<readonly ListedTool[]>;
  call(name: string, args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<ToolOutcome>;
  close(): Promise<void>;
}

type Connect = (endpoint: string, token: string) => Promise<McpClient>;

const IDENTITY = { name: 'story', version: '1.0.0' };

/** The clients that agents really use: the previous SDK, the present one in both eras, and one that is written by hand. */
export const CLIENTS: Readonly<Record<string, Connect>> = {
  'the v1 SDK': async (endpoint, token) => {
    const client = new V1Client(IDENTITY);
    await client.connect(new V1Transport(new URL(endpoint), { requestInit: withToken(token) }));
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name, args, meta) => outcomeOf(await client.callTool({ name, arguments: args, ...asMeta(meta) })),
      close: () => client.close(),
    };
  },
  'the v2 SDK on 2026-07-28': (endpoint, token) => v2Client(endpoint, token, { pin: '2026-07-28' }),
  'the v2 SDK on 2025-11-25': (endpoint, token) => v2Client(endpoint, token, 'legacy'),
  'a raw client on 2025-06-18': async (endpoint, token) => {
    let id = 0;
    const ask = async (method: string, params: Record<string, unknown>) => {
      id += 1;
      const { headers, body } = rawMessage('2025-06-18', method, params, id);
      const answer = await rawRequest(endpoint, { headers: { ...headers, ...withToken(token).headers }, body });
      const reply = answer.json() as { id: number; result?: unknown; error?: unknown };
      if (reply.id !== id || reply.result === undefined) throw new Error(`no result for ${method}: ${answer.text}`);
      return reply.result;
    };
    await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: IDENTITY });
    return {
      tools: async () => ((await ask('tools/list', {})) as { tools: ListedTool[] }).tools,
      call: async (name, args, meta) => outcomeOf(await ask('tools/call', { name, arguments: args, ...asMeta(meta) })),
      close: async () => undefined,
    };
  },
};

async function v2Client(endpoint: string, token: string, mode: 'legacy' | { pin: string }): Promise<McpClient> {
  const client = new V2Client(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(new V2Transport(new URL(endpoint), { requestInit: withToken(token) }));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, meta) => outcomeOf(await client.callTool({ name, arguments: args, ...asMeta(meta) })),
    close: () => client.close(),
  };
}

function withToken(token: string): { headers: { authorization: string } } {
  return { headers: { authorization: `Bearer ${token}` } };
}

function asMeta(meta: Record<string, unknown> | undefined) {
  return meta === undefined ? {} : { _meta: meta };
}

function outcomeOf(answer: unknown): ToolOutcome {
  const result = answer as { isError?: boolean; structuredContent?: unknown; content: { text: string }[] };
  const [block] = result.content;
  return {
    isError: result.isError === true,
    structured: result.structuredContent as ToolOutcome['structured'],
    text: JSON.parse(block?.text ?? '') as ToolOutcome['text'],
  };
}
