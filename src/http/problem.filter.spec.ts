import { BadRequestException, Logger, NotFoundException } from '@nestjs/common';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../database/unavailable.js';
import { RefusalError, refusal } from '../shared/errors.js';
import { ProblemFilter } from './problem.filter.js';

let server: FastifyInstance;
let thrown: unknown;
const logged: string[] = [];

beforeAll(async () => {
  const filter = new ProblemFilter();
  server = fastify();
  server.setErrorHandler((error, request, reply) => filter.answer(error, request, reply));
  server.get('/', () => {
    throw thrown;
  });
  server.get('/begun', async (_request, reply) => {
    reply.raw.write('half an answer');
    throw thrown;
  });
  vi.spyOn(Logger.prototype, 'error').mockImplementation((...said: unknown[]) => void logged.push(said.join('\n')));
  await server.ready();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});
afterEach(() => {
  logged.length = 0;
});

async function answerTo(error: unknown) {
  thrown = error;
  return server.inject({ method: 'GET', url: '/' });
}

describe('what is thrown is answered as a problem', () => {
  it('a refusal with its own words and headers', async () => {
    const answer = await answerTo(new RefusalError(refusal('RATE_LIMITED', 'Wait.', { retryAfterMs: 3_000 })));
    expect(answer.statusCode).toBe(429);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/problem+json'),
      'retry-after': '3',
      'cache-control': 'no-store',
    });
    expect(answer.json()).toMatchObject({ code: 'RATE_LIMITED', detail: 'Wait.' });
    expect(logged).toEqual([]);
  });

  it('a lost database as unavailable, without its address', async () => {
    const answer = await answerTo(new DatabaseUnavailable(new Error('connect ECONNREFUSED 10.0.0.7')));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.body).not.toContain('10.0.0.7');
  });

  it.each([
    [new NotFoundException('Cannot GET /x'), 404, 'NOT_FOUND'],
    [new BadRequestException('insides'), 400, 'INVALID_ARGUMENTS'],
    [Object.assign(new Error('insides'), { statusCode: 413 }), 413, 'INVALID_ARGUMENTS'],
    [Object.assign(new Error('insides'), { statusCode: 415 }), 415, 'INVALID_ARGUMENTS'],
    [Object.assign(new Error('insides'), { statusCode: 431 }), 431, 'INVALID_ARGUMENTS'],
  ])('an error of the framework by what its status means, without its words: %s', async (error, _status, code) => {
    const answer = await answerTo(error);
    expect(answer.json()).toMatchObject({ code });
    expect(answer.body).not.toMatch(/insides|Cannot GET/);
  });

  it.each([new Error('SELECT password FROM x'), 'a text', undefined, { statusCode: 500 }])(
    'a fault with nothing but a trace id that stands in the log too: %s',
    async (error) => {
      const answer = await answerTo(error ?? new Error('empty'));
      const problem = answer.json<{ traceId: string; detail: string; code: string }>();
      expect([answer.statusCode, problem.code]).toEqual([500, 'INTERNAL']);
      expect(answer.body).not.toMatch(/SELECT|a text|at /);
      expect(problem.detail).toContain(problem.traceId);
      expect(logged.join()).toContain(problem.traceId);
    },
  );

  it('by breaking off when an answer had begun already: half of it must not look whole', async () => {
    thrown = new Error('too late');
    await expect(server.inject({ method: 'GET', url: '/begun' })).rejects.toThrow(/destroyed|aborted|hang up/);
  });
});
