import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastifyCookie from '@fastify/cookie';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Logger,
  Module,
  Post,
  Req,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConfigModule } from '../../src/config/config.module.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { IdentityModule } from '../../src/identity/identity.module.js';
import type { Principal } from '../../src/identity/principal.js';
import { CurrentPrincipal, PrincipalGuard } from '../../src/identity/principal.guard.js';
import { RefusalError } from '../../src/shared/errors.js';
import { BrowserSession } from './browser-session.js';
import { type TestDatabase, testDatabase } from './database.js';
import { freePort } from './free-port.js';

export const SESSION_COOKIE = 'countersign_session';

export interface Probed {
  readonly principal: Principal;
  readonly csrfToken?: string;
}

@Controller('probe')
@UseGuards(PrincipalGuard)
class ProbeController {
  @Get()
  who(@CurrentPrincipal() principal: Principal, @Req() request: FastifyRequest) {
    return { principal, csrfToken: request.csrfToken };
  }

  @Post()
  change(@CurrentPrincipal() principal: Principal) {
    return { sub: principal.sub };
  }
}

@Catch(RefusalError)
class AnswerRefusals implements ExceptionFilter<RefusalError> {
  catch({ refusal: { code, message } }: RefusalError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.status(code === 'UNAUTHENTICATED' ? 401 : 403).send({ code, message });
  }
}

@Module({})
class IdentityTestModule {}

/** The identity module by itself with the embedded provider, and one guarded route, `/probe`, that says who called. */
export class IdentityApp {
  private constructor(
    readonly database: TestDatabase,
    readonly origin: string,
    private readonly dataDir: string,
    private readonly app: NestFastifyApplication,
  ) {}

  static async start(): Promise<IdentityApp> {
    const database = await testDatabase();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-identity-'));
    const port = await freePort();
    const app = await bootIdentity(database, { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) });
    await app.listen(port, '127.0.0.1');
    return new IdentityApp(database, `http://127.0.0.1:${port}`, dataDir, app);
  }

  async stop(): Promise<void> {
    await this.app.close();
    Logger.overrideLogger(['log', 'warn', 'error', 'fatal']);
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Boots a second application on the same database, not yet initialised. */
  another(env: NodeJS.ProcessEnv): Promise<NestFastifyApplication> {
    return bootIdentity(this.database, { DATA_DIR: this.dataDir, ...env });
  }

  /** Logs in to the console as a person would and answers the page that is shown last. */
  async login(browser: BrowserSession, as: string, wish = '/console/inbox') {
    const { url } = await browser.open(`${this.origin}/console/auth/login?return=${encodeURIComponent(wish)}`);
    return browser.submit(url, { username: as, password: `${as}-demo` });
  }

  /** Logs in up to the provider's answer and answers the callback address that the browser would go to next. */
  async callback(browser: BrowserSession, as: string): Promise<string> {
    const { url } = await browser.open(`${this.origin}/console/auth/login`);
    const body = new URLSearchParams({ username: as, password: `${as}-demo` });
    const submitted = await browser.request(url, { method: 'POST', body });
    const resumed = await browser.request(submitted.headers.get('location') ?? '');
    return resumed.headers.get('location') ?? '';
  }

  /** Who the engine takes the browser for. Throws when for nobody. */
  async probe(browser: BrowserSession): Promise<Required<Probed>> {
    const response = await browser.request(`${this.origin}/probe`);
    if (response.status !== 200) throw new Error(`probe answered ${response.status}`);
    return (await response.json()) as Required<Probed>;
  }
}

async function bootIdentity(database: TestDatabase, env: NodeJS.ProcessEnv): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: IdentityTestModule,
      imports: [ConfigModule.with(database.config(env)), DatabaseModule, IdentityModule],
      controllers: [ProbeController],
    },
    new FastifyAdapter(),
    { logger: false, abortOnError: false },
  );
  await app.register(fastifyCookie);
  app.useGlobalFilters(new AnswerRefusals());
  return app;
}
