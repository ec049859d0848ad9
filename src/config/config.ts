import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartupProblem } from '../shared/startup-problem.js';

const TOKEN_TYPES = ['at+jwt', 'JWT'] as const;

const port = z.coerce.number().int().min(1).max(65_535);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  ROLE: z.enum(['api', 'worker', 'all']).default('all'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(4310),
  PUBLIC_URL: httpUrl.optional(),
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(8),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_AUDIENCE: z.string().min(1).optional(),
  OIDC_TOKEN_TYPES: z
    .string()
    .default('at+jwt,JWT')
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(z.enum(TOKEN_TYPES)).min(1)),
  CONSOLE_CLIENT_ID: z.string().min(1).default('countersign-console'),
  CONSOLE_CLIENT_SECRET: z.string().min(1).optional(),
  CONSOLE_CLIENT_SECRET_FILE: z.string().min(1).optional(),
  SIGNING_KEY_FILE: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  CONTRACTS_DIR: z.string().min(1).default('contracts'),
  POLICIES_DIR: z.string().min(1).default('policies'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Everything the environment decides, checked once at boot and immutable after. Holds secrets: log `redacted()` instead. */
export class Config {
  readonly role!: 'api' | 'worker' | 'all';
  readonly host!: string;
  readonly port!: number;
  /** Base URL that people and agents use, without a trailing slash. */
  readonly publicUrl!: string;
  /** Connection of the engine: ends up under a role that owns nothing and cannot bypass row-level security. */
  readonly databaseUrl!: string;
  /** Connection of the migrations: the owner of the schema. */
  readonly databaseOwnerUrl!: string;
  readonly databasePool!: number;
  readonly redisUrl!: string | undefined;
  /** Unset: the embedded provider of local mode, at `${publicUrl}/oidc`. */
  readonly oidcIssuer!: string | undefined;
  readonly oidcAudience!: string;
  readonly oidcTokenTypes!: readonly (typeof TOKEN_TYPES)[number][];
  readonly consoleClientId!: string;
  readonly consoleClientSecret!: string | undefined;
  readonly signingKeyFile!: string | undefined;
  readonly dataDir!: string;
  readonly contractsDir!: string;
  readonly policiesDir!: string;
  readonly logLevel!: string;
  readonly production!: boolean;
  readonly localProvider!: boolean;

  constructor(values: Omit<Config, 'redacted'>) {
    Object.assign(this, values);
    Object.freeze(this);
  }

  /** The same values with credentials replaced, fit for a log. */
  redacted(): Record<string, unknown> {
    // Up to the last @, since people forget to escape one; and `pg` takes a password from the query too.
    const hidden = (url: string | undefined) =>
      url?.replace(/\/\/.*@/, '//***@').replace(/([?&][^=&]*password=)[^&]*/gi, '$1***');
    return {
      ...(this as object),
      databaseUrl: hidden(this.databaseUrl),
      databaseOwnerUrl: hidden(this.databaseOwnerUrl),
      redisUrl: hidden(this.redisUrl),
      consoleClientSecret: this.consoleClientSecret === undefined ? undefined : '***',
    };
  }
}

/** Reads the environment. Throws `StartupProblem` with one sentence for each variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    throw new StartupProblem(parsed.error.issues.map((issue) => sentence(issue, present)));
  }
  const e = parsed.data;
  const publicUrl = e.PUBLIC_URL ?? `http://${e.HOST.includes(':') ? `[${e.HOST}]` : e.HOST}:${e.PORT}`;
  return new Config({
    role: e.ROLE,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    redisUrl: e.REDIS_URL,
    oidcIssuer: e.OIDC_ISSUER,
    oidcAudience: e.OIDC_AUDIENCE ?? `${publicUrl}/mcp`,
    oidcTokenTypes: e.OIDC_TOKEN_TYPES,
    consoleClientId: e.CONSOLE_CLIENT_ID,
    consoleClientSecret: secretFrom('CONSOLE_CLIENT_SECRET', e.CONSOLE_CLIENT_SECRET, e.CONSOLE_CLIENT_SECRET_FILE),
    signingKeyFile: e.SIGNING_KEY_FILE,
    dataDir: path.resolve(e.DATA_DIR),
    contractsDir: path.resolve(e.CONTRACTS_DIR),
    policiesDir: path.resolve(e.POLICIES_DIR),
    logLevel: e.LOG_LEVEL,
    production: e.NODE_ENV === 'production',
    localProvider: e.OIDC_ISSUER === undefined,
  });
}

function sentence(issue: z.core.$ZodIssue, env: Record<string, unknown>): string {
  const name = String(issue.path[0]);
  if (env[name] === undefined) return `${name} is not set. It is needed: see "Configuration" in the README.`;
  return `${name} is not usable: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}.`;
}

function secretFrom(name: string, value: string | undefined, file: string | undefined): string | undefined {
  if (file === undefined) return value;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartupProblem([`${name}_FILE names "${file}", which cannot be read.`]);
  }
}
