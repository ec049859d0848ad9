import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

/** What must never be written down, wherever it stands in a logged object. */
const SECRETS = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'secret', 'client_secret', 'code'];

/** Nest's logging through pino: one JSON line each on stderr, so that stdout is for people. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(level: string) {
    const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
    this.pino = pino(
      { level, redact: { paths, censor: '***' }, base: null },
      pino.destination({ dest: 2, sync: true }),
    );
  }

  log(message: unknown, context?: string): void {
    this.pino.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.pino.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.pino.error({ context, stack }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.pino.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.pino.trace({ context }, String(message));
  }
}
