import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartupProblem } from '../shared/startup-problem.js';
import { readConfig } from './config.js';

const DATABASE_URL = 'postgres://engine:pass%40word@db.internal:5432/countersign';
const read = (env: NodeJS.ProcessEnv = {}) => readConfig({ DATABASE_URL, ...env });

function problems(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartupProblem) return error.lines;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('the configuration', () => {
  it('needs a database and nothing else; the rest is the local mode', () => {
    expect(read()).toMatchObject({
      role: 'all',
      host: '127.0.0.1',
      port: 4310,
      publicUrl: 'http://127.0.0.1:4310',
      databasePool: 8,
      databaseUrl: DATABASE_URL,
      databaseOwnerUrl: DATABASE_URL,
      redisUrl: undefined,
      logLevel: 'info',
      oidcIssuer: undefined,
      oidcAudience: 'http://127.0.0.1:4310/mcp',
      oidcTokenTypes: ['at+jwt', 'JWT'],
      localProvider: true,
      production: false,
      signingKeyFile: undefined,
      consoleClientSecret: undefined,
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(read({ PORT: '', OIDC_ISSUER: '', REDIS_URL: '' })).toMatchObject({ port: 4310, localProvider: true });
    expect(problems({ DATABASE_URL: '' })).toEqual([
      'DATABASE_URL is not set. It is needed: see "Configuration" in the README.',
    ]);
  });

  it('derives the public address from host and port, IPv6 in brackets, and drops trailing slashes', () => {
    expect(read({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]:80');
    expect(read({ PUBLIC_URL: 'https://approve.example//' })).toMatchObject({
      publicUrl: 'https://approve.example',
      oidcAudience: 'https://approve.example/mcp',
    });
    expect(read({ OIDC_ISSUER: 'https://login.example/' })).toMatchObject({
      oidcIssuer: 'https://login.example',
      localProvider: false,
    });
  });

  it('cannot be changed afterwards', () => {
    const config = read();
    expect(() => Object.assign(config, { production: true })).toThrow(TypeError);
  });

  it('names every variable that is wrong, in one sentence each', () => {
    const lines = problems({
      DATABASE_URL: 'mysql://x',
      PORT: '70000',
      ROLE: 'boss',
      REDIS_URL: 'http://x',
      OIDC_ISSUER: 'ldap://x',
      DATABASE_POOL: '1',
      LOG_LEVEL: 'loud',
      OIDC_TOKEN_TYPES: 'at+jwt,none',
    });
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'ROLE',
      'PORT',
      'DATABASE_URL',
      'DATABASE_POOL',
      'REDIS_URL',
      'OIDC_ISSUER',
      'OIDC_TOKEN_TYPES',
      'LOG_LEVEL',
    ]);
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+ is not usable: [a-z].*\.$/);
    expect(lines).toContain('DATABASE_URL is not usable: must begin with postgres:// or postgresql://.');
  });

  it('never repeats a value in a sentence: it may be a secret', () => {
    expect(problems({ DATABASE_URL: 'mysql://root:hunter2@x' }).join()).not.toContain('hunter2');
  });

  it('reads the console’s secret from a file, without the line break that editors add', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-test-'));
    const file = path.join(folder, 'secret');
    writeFileSync(file, 's3cret\n');
    expect(read({ CONSOLE_CLIENT_SECRET_FILE: file }).consoleClientSecret).toBe('s3cret');
    rmSync(folder, { recursive: true });
    expect(problems({ DATABASE_URL, CONSOLE_CLIENT_SECRET_FILE: file })).toEqual([
      `CONSOLE_CLIENT_SECRET_FILE names "${file}", which cannot be read.`,
    ]);
  });
});

describe('the configuration as it may be logged', () => {
  const shown = (env: NodeJS.ProcessEnv) => JSON.stringify(read(env).redacted());

  it('shows where things are', () => {
    expect(read({ REDIS_URL: 'redis://cache:6379' }).redacted()).toMatchObject({
      databaseUrl: 'postgres://***@db.internal:5432/countersign',
      redisUrl: 'redis://cache:6379',
      host: '127.0.0.1',
    });
  });

  it.each([
    { DATABASE_URL: 'postgres://engine:hunter2@db/x' },
    { DATABASE_OWNER_URL: 'postgresql://owner:hunter2@db/x' },
    { DATABASE_URL: 'postgres:///x?host=/run/pg&user=engine&password=hunter2' },
    { DATABASE_URL: 'postgres://db/x?PASSWORD=hunter2&sslmode=require' },
    { DATABASE_URL: 'postgres://engine:hunter2/9@db/x' },
    { DATABASE_URL: 'postgres://engine:a@hunter2@db/x' },
    { REDIS_URL: 'redis://:hunter2@cache:6379/0' },
    { REDIS_URL: 'redis://cache:6379/0?password=hunter2' },
    { CONSOLE_CLIENT_SECRET: 'hunter2' },
  ])('shows no credential: %o', (env) => {
    expect(shown(env)).not.toContain('hunter2');
  });
});
