import fastifyCookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { POOL } from './database/database.js';
import { proveRowLevelSecurity } from './database/proof.js';
import { HttpAdapter } from './http/adapter.js';
import { serveConsole } from './http/console-files.js';
import { serveOpenApi } from './http/openapi.js';
import { ProblemFilter } from './http/problem.filter.js';
import { useSecurityHeaders } from './http/security-headers.js';
import { useStrictJson } from './http/strict-body.js';
import { PinoLogger } from './logger.js';
import { OrdersSeed } from './orders/orders.seed.js';

/**
 * The whole engine, initialised but not listening. The schema must be up to date. Throws `StartupProblem` for what an operator
 * can mend: broken files, a database that does not keep tenants apart, a local provider where it must not be.
 */
export async function createApplication(config: Config): Promise<NestFastifyApplication> {
  const problems = new ProblemFilter();
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), new HttpAdapter(problems), {
    logger: new PinoLogger(config.logLevel),
    bodyParser: false,
    abortOnError: false,
  });
  try {
    await proveRowLevelSecurity(app.get(POOL));
    const server = app.getHttpAdapter().getInstance();
    await server.register(fastifyCookie as never);
    useStrictJson(server);
    useSecurityHeaders(server);
    app.useGlobalFilters(problems);
    serveOpenApi(app, config.publicUrl);
    if (config.role !== 'worker') await serveConsole(app);
    await app.init();
    if (config.localProvider && config.role !== 'worker') await app.get(OrdersSeed).plant();
    await server.ready();
    return app;
  } catch (error) {
    await app.close().catch(() => undefined);
    throw error;
  }
}
