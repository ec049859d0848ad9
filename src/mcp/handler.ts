import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type LegacyHttpHandler,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export interface McpHandler {
  /** Serves one message whose sender is known, and answers on the raw response. */
  serve(request: IncomingMessage, response: ServerResponse, sender: AuthInfo, message: unknown): Promise<void>;
  /** Ends what is still being answered. */
  close(): Promise<void>;
}

/**
 * One way in for every generation of clients: 2026-07-28 by the SDK's own handler, the 2025 generations statelessly and with
 * JSON answers, which the SDK's fallback would send as event streams. `factory` makes one server for each message.
 */
export function mcpHandler(factory: McpServerFactory, onerror: (error: Error) => void): McpHandler {
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror });
  const legacy = legacyHandler(factory);
  const fetch: LegacyHttpHandler = async (request, options) =>
    (await isLegacyRequest(request, options?.parsedBody)) ? legacy(request, options) : modern.fetch(request, options);
  const node = toNodeHandler({ fetch }, { onerror });
  return {
    serve: (request, response, sender, message) =>
      node(Object.assign(request, { auth: sender }) as NodeIncomingMessageLike, response, message),
    close: modern.close,
  };
}

function legacyHandler(factory: McpServerFactory): LegacyHttpHandler {
  return async (request, options) => {
    const server = await factory({
      era: 'legacy',
      requestInfo: request,
      ...(options?.authInfo === undefined ? {} : { authInfo: options.authInfo }),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await Promise.race([transport.handleRequest(request, options ?? {}), gone(request.signal)]);
    } finally {
      await server.close();
    }
  };
}

/** A client that hangs up would otherwise leave its request waiting for an answer that nobody sends any more. */
function gone(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const answer = () => resolve(new Response(null, { status: 499 }));
    if (signal.aborted) answer();
    else signal.addEventListener('abort', answer, { once: true });
  });
}
