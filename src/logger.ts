import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';

/** What must never be written down, wherever it stands in a logged object, down to the headers of a request. */
const SECRETS = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'secret', 'client_secret', 'code'];
const PATHS = SECRETS.flatMap((name) => ['', '*', '*.*'].map((depth) => `detail${depth && `.${depth}`}["${name}"]`));

/** The same in running text: messages of libraries quote what they were given. */
const IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 ***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  [/\/\/[^\s/]*:[^\s]*@/g, '//***@'],
  [/\b(code|password|\w*token|client_secret)=[^&\s]+/gi, '$1=***'],
];

/** Nest's logging through pino: one JSON line each on stderr, so that stdout is for people. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(level: string, destination: DestinationStream = pino.destination({ dest: 2, sync: true })) {
    this.pino = pino({ level, redact: { paths: PATHS, censor: '***' }, base: null }, destination);
  }

  log(message: unknown, context?: string): void {
    this.pino.debug(...entry(message, { context }));
  }

  warn(message: unknown, context?: string): void {
    this.pino.warn(...entry(message, { context }));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.pino.error(...entry(message, { context, stack: stack && withoutSecrets(stack) }));
  }

  debug(message: unknown, context?: string): void {
    this.pino.debug(...entry(message, { context }));
  }

  verbose(message: unknown, context?: string): void {
    this.pino.trace(...entry(message, { context }));
  }
}

/** An error and a text become a sentence; any other object is written as it is, but for its secrets. */
function entry(message: unknown, about: object): [object, string?] {
  if (typeof message === 'object' && message !== null && !(message instanceof Error))
    return [{ ...about, detail: message }];
  return [about, withoutSecrets(String(message))];
}

function withoutSecrets(text: string): string {
  return IN_TEXT.reduce((kept, [secret, instead]) => kept.replace(secret, instead), text);
}
