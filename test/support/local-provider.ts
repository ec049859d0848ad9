import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { issueToken } from '../../src/identity/local-provider/issue-token.js';
import { mountLocalProvider } from '../../src/identity/local-provider/mount.js';
import { createLocalProvider } from '../../src/identity/local-provider/provider.js';
import { TOKEN_EXCHANGE } from '../../src/identity/local-provider/provider-clients.js';
import { loadProviderKeys } from '../../src/identity/local-provider/provider-keys.js';
import { freePort } from './free-port.js';

/** The embedded identity provider by itself, on a free loopback port, with a data folder of its own. */
export class RunningProvider {
  private constructor(
    readonly origin: string,
    private readonly dataDir: string,
    private server: FastifyInstance,
  ) {}

  static async start(): Promise<RunningProvider> {
    const origin = `http://127.0.0.1:${await freePort()}`;
    const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-oidc-'));
    return new RunningProvider(origin, dataDir, await listen(origin, dataDir));
  }

  get issuer(): string {
    return `${this.origin}/oidc`;
  }

  get resource(): string {
    return `${this.origin}/mcp`;
  }

  /** The same address and data folder, another process's memory. */
  async restart(): Promise<void> {
    await this.server.close();
    this.server = await listen(this.origin, this.dataDir);
    // Connections that were kept alive are closed by the other side: the first request may still meet one.
    const reachable = () =>
      fetch(`${this.issuer}/jwks`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (let tries = 0; tries < 20 && !(await reachable()); tries += 1);
  }

  async stop(): Promise<void> {
    await this.server.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async tokenOf(as: string, agents: string[] = [], scope?: string): Promise<string> {
    const wish = { issuer: this.issuer, resource: this.resource, as, agents };
    const result = await issueToken({ ...wish, ...(scope === undefined ? {} : { scope }) });
    if (!result.ok) throw new Error(result.refusal.message);
    return result.value.accessToken;
  }

  /** One request to the token endpoint. */
  async token(parameters: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(parameters);
    const response = await fetch(`${this.issuer}/token`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** A token exchange by an agent, `id:secret`. */
  exchange(subjectToken: string, more: Record<string, string> = {}, client = 'order-assistant:order-assistant-demo') {
    const parameters = { ...exchangeOf(subjectToken), ...more };
    return this.token(parameters, { authorization: `Basic ${Buffer.from(client).toString('base64')}` });
  }

  /** What an MCP host does at first: it registers itself. */
  async register(metadata: Record<string, unknown>): Promise<Record<string, unknown>> {
    const usual = { token_endpoint_auth_method: 'none', grant_types: ['authorization_code', 'refresh_token'] };
    const response = await fetch(`${this.issuer}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...usual, ...metadata }),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  authorizationUrl(client: string, redirectUri: string, verifier: string, more: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      client_id: client,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'orders:read actions',
      state: 'host-state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    });
    return `${this.issuer}/auth?${query}`;
  }
}

/** The parameters of a token exchange (RFC 8693 §2.1). */
export function exchangeOf(subjectToken: string): Record<string, string> {
  return {
    grant_type: TOKEN_EXCHANGE,
    subject_token: subjectToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  };
}

async function listen(origin: string, dataDir: string): Promise<FastifyInstance> {
  const config = {
    publicUrl: origin,
    oidcAudience: `${origin}/mcp`,
    consoleClientId: 'countersign-console',
    consoleClientSecret: undefined,
    dataDir,
  };
  const server = fastify();
  await mountLocalProvider(server, await createLocalProvider(config, loadProviderKeys(dataDir)));
  await server.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) });
  return server;
}
