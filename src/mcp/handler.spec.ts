import { createServer, request, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AuthInfo, Server } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { type Generation, rawMessage } from '../../test/support/mcp-clients.js';
import { type McpHandler, mcpHandler } from './handler.js';

const SENDER: AuthInfo = { token: '', clientId: 'raw', scopes: [] };
const GENERATIONS: readonly Generation[] = ['2026-07-28', '2025-06-18'];

let http: HttpServer | undefined;
let handler: McpHandler | undefined;

afterEach(async () => {
  await handler?.close();
  await new Promise((resolve) => http?.close(resolve));
});

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** A tool that never answers. Tells when it was called, and when serving its message came to an end. */
async function startEndless(): Promise<{ url: string; called: Promise<void>; served: Promise<void> }> {
  const called = signal();
  const served = signal();
  const endless = mcpHandler(
    () => {
      const server = new Server({ name: 'endless', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/call', () => {
        called.give();
        return new Promise(() => undefined);
      });
      return server;
    },
    () => undefined,
  );
  handler = endless;
  http = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const message: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      void endless.serve(incoming, outgoing, SENDER, message).then(served.give);
    });
  });
  await new Promise<void>((resolve) => http?.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, called: called.given, served: served.given };
}

describe('a client that hangs up', () => {
  it.each(GENERATIONS)('leaves nothing behind that waits for it (%s)', async (generation) => {
    const { url, called, served } = await startEndless();
    const { headers, body } = rawMessage(generation, 'tools/call', { name: 'endless', arguments: {} });
    const sent = request(url, { method: 'POST', headers, agent: false });
    sent.on('error', () => undefined);
    sent.end(body);
    await called;
    sent.destroy();

    await expect(served).resolves.toBeUndefined();
  });
});
