import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RefusalError } from '../shared/errors.js';
import { checked, useStrictJson } from './strict-body.js';

let server: FastifyInstance;
beforeAll(async () => {
  server = fastify();
  useStrictJson(server);
  server.setErrorHandler((error, _request, reply) => {
    if (error instanceof RefusalError) return reply.status(400).send(error.refusal);
    return reply.status((error as { statusCode?: number }).statusCode ?? 500).send({ status: 'unread' });
  });
  server.post('/', (request) => ({ frozen: Object.isFrozen(request.body), body: request.body }));
  await server.ready();
});
afterAll(() => server.close());

const post = (payload: string, type = 'application/json') =>
  server.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } });

describe('a JSON body', () => {
  it('is read once, as it is, and frozen', async () => {
    const answer = await post('{"a":[1,"二"]}', 'application/json; charset=utf-8');
    expect(answer.json()).toEqual({ frozen: true, body: { a: [1, '二'] } });
  });

  it('that a lenient reader would repair is refused, with the place', async () => {
    const answer = await post('{"tool":"a","tool":"b"}');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'INVALID_ARGUMENTS', details: { errors: [{ pointer: '/tool' }] } });
    expect((await post('{"__proto__":{}}')).statusCode).toBe(400);
    expect((await post('')).statusCode).toBe(400);
  });

  it('of another type is not read', async () => {
    expect((await post('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await post('{}', 'text/plain')).statusCode).toBe(415);
  });

  it('that is too large is not read', async () => {
    expect((await post(`"${'x'.repeat(64 * 1024)}"`)).statusCode).toBe(413);
  });
});

describe('checking against a schema', () => {
  const schema = z.strictObject({ name: z.string(), inner: z.strictObject({ 'a/b~c': z.number() }).optional() });

  function pointers(value: unknown): unknown {
    try {
      checked(schema, value);
    } catch (error) {
      const errors = error instanceof RefusalError ? error.refusal.details?.['errors'] : undefined;
      return (errors as { pointer: string }[]).map(({ pointer }) => pointer);
    }
    throw new Error('it was accepted');
  }

  it('gives back what fits', () => {
    expect(checked(schema, { name: 'x' })).toEqual({ name: 'x' });
  });

  it('names what does not fit by JSON pointer (RFC 6901)', () => {
    expect(pointers({ name: 7, inner: { 'a/b~c': 'x' } })).toEqual(['/name', '/inner/a~1b~0c']);
    expect(pointers(undefined)).toEqual(['/name']);
    expect(pointers(null)).toEqual(['/name']);
  });

  it('refuses what nobody asked for', () => {
    expect(pointers({ name: 'x', tenant: 'globex' })).toEqual(['/tenant']);
  });
});
