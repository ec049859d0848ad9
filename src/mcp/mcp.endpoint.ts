import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import { DatabaseUnavailable } from '../database/unavailable.js';
import type { Principal } from '../identity/principal.js';
import { Issuer } from '../identity/issuer.js';
import { TokenVerifier } from '../identity/token-verifier.js';
import { newId } from '../shared/ids.js';
import { METADATA_PATH, type ResourceMetadata, resourceMetadata, scopesOf } from './challenge.js';
import { type McpHandler, mcpHandler } from './handler.js';
import {
  badMessage,
  faulty,
  type HttpRefusal,
  hostRefused,
  mediaTypeRefused,
  methodRefused,
  originRefused,
  scopesLacking,
  tokenRefused,
  tooLarge,
  unavailable,
} from './http-refusal.js';
import { calledTool, MAX_BODY, readMessage } from './message.js';
import { type AllowedNames, allowedNames, isAllowedHost, isAllowedOrigin } from './origin.js';
import { Callers, serverFactory } from './server-factory.js';
import { ToolCalls } from './tool-calls.js';
import { engineVersion } from './version.js';

const METHODS = ['GET', 'POST', 'DELETE'];
const ROOT_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** `POST /mcp`: who is asking is settled before the first byte of the body is read, and the body is read once. */
@Injectable()
export class McpEndpoint implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('MCP');
  private readonly callers = new Callers();
  private readonly admitted = new WeakMap<FastifyRequest, Principal>();
  private readonly names: AllowedNames;
  private readonly scopes: readonly string[];
  private readonly metadataUrl: string;
  private readonly metadata: ResourceMetadata;
  private readonly role: Config['role'];
  private readonly handler: McpHandler;

  constructor(
    config: Config,
    registry: ContractRegistry,
    issuer: Issuer,
    private readonly adapters: HttpAdapterHost,
    private readonly tokens: TokenVerifier,
    private readonly tools: ToolCalls,
  ) {
    this.role = config.role;
    this.names = allowedNames(config.publicUrl, config.localProvider);
    this.scopes = scopesOf(registry);
    this.metadataUrl = `${config.publicUrl}${METADATA_PATH}`;
    this.metadata = resourceMetadata(config.oidcAudience, issuer.url, this.scopes);
    this.handler = mcpHandler(serverFactory(this.callers, tools, engineVersion()), (error) =>
      this.log.debug(`message refused: ${error.message}`),
    );
  }

  /** A worker's own port is for health checks and metrics only. */
  onModuleInit(): void {
    if (this.role === 'worker') return;
    void this.adapters.httpAdapter?.getInstance<FastifyInstance>().register(async (scope) => this.mount(scope));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.handler.close();
  }

  private async mount(scope: FastifyInstance): Promise<void> {
    for (const url of [METADATA_PATH, ROOT_METADATA_PATH])
      scope.get(url, async (_request, reply) => this.describe(reply));
    await scope.register(async (mcp) => {
      mcp.removeAllContentTypeParsers();
      const raw = { parseAs: 'buffer', bodyLimit: MAX_BODY } as const;
      mcp.addContentTypeParser('application/json', raw, (_request, body, done) => done(null, body));
      mcp.setErrorHandler((error, _request, reply) => answer(reply, this.refusalFor(error)));
      mcp.addHook('onRequest', async (request, reply) => this.admit(request, reply));
      mcp.route({ method: METHODS, url: '/mcp', handler: async (request, reply) => this.serve(request, reply) });
    });
  }

  /** Any page may read where tokens come from: it is what a browser's client needs first, and no secret. */
  private describe(reply: FastifyReply): FastifyReply {
    return reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .send(this.metadata);
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const { host, origin, authorization } = request.headers;
    if (!isAllowedHost(host, this.names)) return answer(reply, hostRefused());
    if (!isAllowedOrigin(origin, this.names)) return answer(reply, originRefused());
    const verified = await this.tokens.verify(authorization);
    if (!verified.ok) return answer(reply, tokenRefused(verified.refusal, this.scopes, this.metadataUrl));
    this.admitted.set(request, verified.value);
    return undefined;
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = this.admitted.get(request);
    if (caller === undefined) throw new Error('a request passed the door without a principal');
    if (request.method !== 'POST') return answer(reply, methodRefused());
    const read = readMessage(request.body);
    if (!read.ok) return answer(reply, badMessage(read.failure));
    const tool = calledTool(read.message);
    const lacking = tool === undefined ? [] : this.tools.scopesMissing(caller, tool);
    if (lacking.length > 0) return answer(reply, scopesLacking(lacking, this.metadataUrl));
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await this.handler.serve(request.raw, reply.raw, this.callers.admit(caller), read.message);
    return reply;
  }

  private refusalFor(error: unknown): HttpRefusal {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(MAX_BODY);
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return mediaTypeRefused();
    if (error instanceof DatabaseUnavailable) return unavailable();
    const traceId = newId();
    this.log.error(`POST /mcp failed, trace ${traceId}`, error instanceof Error ? error.stack : undefined);
    return faulty(traceId);
  }
}

function answer(reply: FastifyReply, { status, headers, body }: HttpRefusal): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
