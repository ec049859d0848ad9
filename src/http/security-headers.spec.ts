import fastify from 'fastify';
import { expect, it } from 'vitest';
import { useSecurityHeaders } from './security-headers.js';

it('a page that brings a content policy of its own keeps it, and gets the other headers', async () => {
  const server = fastify();
  useSecurityHeaders(server);
  server.get('/own', (_request, reply) => reply.header('content-security-policy', "default-src 'self'").send('x'));
  server.get('/none', () => 'x');
  const own = await server.inject('/own');
  expect(own.headers).toMatchObject({
    'content-security-policy': "default-src 'self'",
    'x-content-type-options': 'nosniff',
  });
  const none = await server.inject('/none');
  expect(none.headers['content-security-policy']).toContain("default-src 'none'");
  await server.close();
});
