import type { AddressInfo } from 'node:net';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Config, readConfig } from '../../src/config/config.js';
import { ContractRegistry } from '../../src/contracts/contract-registry.js';
import type { PublishedContract } from '../../src/contracts/published-contract.js';
import type { Principal } from '../../src/identity/principal.js';
import { Issuer } from '../../src/identity/issuer.js';
import { TokenVerifier } from '../../src/identity/token-verifier.js';
import { ActionTools } from '../../src/mcp/action-tools.js';
import { McpEndpoint } from '../../src/mcp/mcp.endpoint.js';
import { ToolCalls } from '../../src/mcp/tool-calls.js';
import { ActionsService } from '../../src/runtime/actions.service.js';
import type { CallAnswer, CallRequest } from '../../src/runtime/call.js';
import { RuntimeService } from '../../src/runtime/runtime.service.js';
import { ok, type Result, refuse } from '../../src/shared/errors.js';
import { type RawAnswer, type RawRequest, rawRequest } from './mcp-clients.js';
import { aPrincipal, CONTRACTS } from './mcp-fixtures.js';

type Verdict = (authorization: string | undefined) => Promise<Result<Principal>>;

/** Stands where the pipeline is and remembers what reached it. Auditors see no tool; `answer` decides the rest. */
class RecordingRuntime {
  readonly calls: { readonly caller: Principal; readonly request: CallRequest }[] = [];
  answer: (request: CallRequest) => Promise<Result<CallAnswer>> = async () => ok({ kind: 'result', value: {} });

  tools(caller: Principal): readonly PublishedContract[] {
    return caller.roles.includes('auditor') ? [] : CONTRACTS.all();
  }

  find(caller: Principal, name: string): Result<PublishedContract> {
    const found = CONTRACTS.byName(name);
    const seen = found !== undefined && this.tools(caller).includes(found);
    return seen ? ok(found) : refuse('UNKNOWN_TOOL', 'There is no tool of this name.');
  }

  async call(caller: Principal, request: CallRequest): Promise<Result<CallAnswer>> {
    this.calls.push({ caller, request });
    return this.answer(request);
  }
}

/** People by the token that they bring: `Bearer erin`. */
const PEOPLE: Readonly<Record<string, Principal>> = {
  erin: aPrincipal(),
  reader: aPrincipal({ sub: 'reader', scopes: ['orders:read'] }),
  auditor: aPrincipal({ sub: 'auditor', roles: ['auditor'], scopes: [] }),
};

export interface McpApp {
  readonly url: string;
  readonly runtime: RecordingRuntime;
  /** Who verifies tokens, and how often one was asked to. */
  readonly tokens: { verify: Verdict; asked: number };
  stop(): Promise<void>;
}

/** The production handler stack on a free port of 127.0.0.1; only what lies behind and before it is replaced. */
export async function startMcp(env: NodeJS.ProcessEnv = {}): Promise<McpApp> {
  const runtime = new RecordingRuntime();
  const tokens = { verify: byName, asked: 0 };
  const verify: Verdict = (authorization) => {
    tokens.asked += 1;
    return tokens.verify(authorization);
  };
  const config = readConfig({ DATABASE_URL: 'postgres://unused', PUBLIC_URL: 'http://127.0.0.1', ...env });
  const module = await Test.createTestingModule({
    providers: [
      ToolCalls,
      ActionTools,
      McpEndpoint,
      { provide: Config, useValue: config },
      { provide: Issuer, useValue: new Issuer(config.oidcIssuer ?? `${config.publicUrl}/oidc`) },
      { provide: ContractRegistry, useValue: CONTRACTS },
      { provide: TokenVerifier, useValue: { verify } },
      { provide: RuntimeService, useValue: runtime },
      { provide: ActionsService, useValue: {} },
    ],
  }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, runtime, tokens, stop: () => app.close() };
}

const byName: Verdict = async (authorization) => {
  if (authorization === undefined)
    return refuse('UNAUTHENTICATED', 'An access token is needed.', { error: 'missing_token' });
  const somebody = PEOPLE[authorization.replace(/^Bearer /, '')];
  if (somebody !== undefined) return ok(somebody);
  return refuse('UNAUTHENTICATED', 'The access token is not valid.', { error: 'invalid_token' });
};

/** One request to the endpoint with the token of one of `PEOPLE`, of somebody unknown, or with none. */
export function sendAs(app: McpApp, who: string | undefined, raw: RawRequest): Promise<RawAnswer> {
  const headers = { ...raw.headers, ...(who === undefined ? {} : { authorization: `Bearer ${who}` }) };
  return rawRequest(`${app.url}/mcp`, { ...raw, headers });
}
