import { beforeEach, describe, expect, it } from 'vitest';
import { PinoLogger } from './logger.js';

let lines: string[];
let logger: PinoLogger;
beforeEach(() => {
  lines = [];
  logger = new PinoLogger('debug', { write: (line) => lines.push(line) });
});

const written = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log', () => {
  it('is one JSON line for each message, with its level, its place and its stack', () => {
    logger.warn('the queue took nothing', 'Relay');
    logger.error('it failed', 'Error: it failed\n    at work', 'Http');
    expect(written()).toMatchObject([
      { level: 40, context: 'Relay', msg: 'the queue took nothing' },
      { level: 50, context: 'Http', msg: 'it failed', stack: 'Error: it failed\n    at work' },
    ]);
  });

  it('leaves out what is below its level; what frameworks call "log" is for debugging', () => {
    new PinoLogger('info', { write: (line) => lines.push(line) }).log('Nest started');
    logger.verbose('every detail');
    expect(lines).toEqual([]);
    logger.log('Nest started');
    expect(written()).toMatchObject([{ level: 20, msg: 'Nest started' }]);
  });

  it('says an error in words', () => {
    logger.error(new Error('no such file'));
    expect(written()).toMatchObject([{ msg: 'Error: no such file' }]);
  });
});

describe('a secret is not written', () => {
  it.each([
    { authorization: 'hunter2' },
    { headers: { cookie: 'hunter2', accept: 'text/html' } },
    { req: { headers: { authorization: 'hunter2', 'set-cookie': 'hunter2' } } },
    { body: { password: 'hunter2', token: 'hunter2', client_secret: 'hunter2', code: 'hunter2', secret: 'hunter2' } },
  ])('from an object: %o', (object) => {
    logger.warn(object);
    expect(lines.join()).not.toContain('hunter2');
    expect(lines.join()).toContain('***');
  });

  it('while the rest of the object is', () => {
    logger.warn({ headers: { cookie: 'x', accept: 'text/html' } });
    expect(written()).toMatchObject([{ detail: { headers: { cookie: '***', accept: 'text/html' } } }]);
  });

  it.each([
    ['connect to postgres://engine:hunter2@db:5432/x failed', 'connect to postgres://***@db:5432/x failed'],
    ['redis://:hunter2@cache refused', 'redis://***@cache refused'],
    ['header "Bearer hunter2.a.b" is odd', 'header "Bearer ***" is odd'],
    ['authorization: basic aHVudGVyMg==', 'authorization: basic ***'],
    ['token eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2ln refused', 'token *** refused'],
    ['GET /callback?code=hunter2&state=s', 'GET /callback?code=***&state=s'],
    ['POST access_token=hunter2&client_secret=hunter2', 'POST access_token=***&client_secret=***'],
  ])('from a sentence: %s', (said, expected) => {
    logger.error(said, `Error: ${said}\n    at work`);
    expect(written()).toMatchObject([{ msg: expected, stack: `Error: ${expected}\n    at work` }]);
  });

  it('and ordinary text stays as it is', () => {
    const text = 'GET /v1/actions/:id failed at https://countersign.example/v1 for a@b.example (trace 0198f000)';
    logger.warn(text);
    expect(written()).toMatchObject([{ msg: text }]);
  });
});
