import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** From `dist/src/http` and from `src/http` alike. */
const PLACES = ['../../../web/dist', '../../web/dist'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Serves the built console below `/console`; every address of the page answers with the page. Assets are named by content. */
export async function serveConsole(app: NestFastifyApplication): Promise<void> {
  const root = PLACES.find((place) => existsSync(`${place}/index.html`));
  if (root === undefined) return;
  const server = app.getHttpAdapter().getInstance();
  await server.register(fastifyStatic, { root, prefix: '/console/', serve: false, cacheControl: false });
  server.get('/console/assets/*', (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${(request.params as { '*': string })['*']}`),
  );
  const page = { url: ['/', '/console', '/console/*'] };
  for (const url of page.url) {
    server.get(url, (request, reply) => {
      if (url === '/') return reply.redirect('/console/inbox', 303);
      const name = (request.params as { '*'?: string })['*'] ?? '';
      return reply
        .header('cache-control', 'no-cache')
        .sendFile(existsSync(`${root}/${name}`) && /^[\w-]+\.\w+$/.test(name) ? name : 'index.html');
    });
  }
}
