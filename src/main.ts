import 'reflect-metadata';
import { createApplication } from './application.js';
import { type Config, readConfig } from './config/config.js';
import { isUpToDate, migrate } from './database/migrate.js';
import { isUnavailable } from './database/unavailable.js';
import { greeting } from './greeting.js';
import { StartupProblem } from './shared/startup-problem.js';

try {
  await start(readConfig(process.env));
} catch (error) {
  if (!(error instanceof StartupProblem)) console.error(error);
  else console.error(['', 'Countersign did not start.', ...error.lines.map((line) => `  ${line}`), ''].join('\n'));
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  await bringUpToDate(config);
  const app = await createApplication(config);
  app.enableShutdownHooks(['SIGINT', 'SIGTERM']);
  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    await app.close();
    throw listenProblem(error, config);
  }
  console.log(greeting(config));
}

async function bringUpToDate(config: Config): Promise<void> {
  try {
    if (!(await isUpToDate(config.databaseUrl))) await migrate(config.databaseOwnerUrl);
  } catch (error) {
    if (isRefusedRight(error)) {
      throw new StartupProblem([
        'The database is not up to date, and this login may not change its schema.',
        'Run "countersign migrate" once with the owner\'s login in DATABASE_OWNER_URL.',
      ]);
    }
    if (!isUnavailable(error) && !isRefusedLogin(error)) throw error;
    const { hostname, pathname } = new URL(config.databaseOwnerUrl.replace(/^postgres(ql)?:/, 'http:'));
    throw new StartupProblem([
      `The database "${pathname.slice(1)}" at ${decodeURIComponent(hostname) || 'the local socket'} cannot be used: ${(error as Error).message}`,
      'Check DATABASE_URL and DATABASE_OWNER_URL, and that PostgreSQL is running.',
    ]);
  }
}

/** Wrong password, unknown user or database: PostgreSQL's classes 28 and 3D. */
function isRefusedLogin(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(28|3D)/.test(code);
}

/** Insufficient privilege. */
function isRefusedRight(error: unknown): boolean {
  return (error as { code?: unknown }).code === '42501';
}

function listenProblem(error: unknown, config: Config): unknown {
  const { code } = error as { code?: unknown };
  if (code === 'EADDRINUSE') {
    return new StartupProblem([
      `The port ${config.port} on ${config.host} is taken by another program.`,
      `Stop that program, or choose another port: PORT=${config.port + 1} npm start`,
    ]);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES') {
    return new StartupProblem([`This process may not listen on ${config.host}:${config.port} (${code}).`]);
  }
  return error;
}
