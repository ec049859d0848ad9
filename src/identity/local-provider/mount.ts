import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { interactionRoutes } from './interactions.js';
import { PROVIDER_PATH } from './provider.js';

const METHODS = ['GET', 'POST', 'OPTIONS'];

// RFC 8414 §3.1 puts the well-known part in front of the issuer's path; MCP hosts try both metadata documents there.
const METADATA = ['oauth-authorization-server', 'openid-configuration'];

/** Serves the embedded provider below `/oidc`, on the same server. The provider reads request bodies itself. */
export async function mountLocalProvider(server: FastifyInstance, provider: Provider): Promise<void> {
  const serve = provider.callback();
  const forward = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { raw } = request;
    reply.hijack();
    // The provider works out its own addresses from the part of the path that is missing in `url`.
    Object.assign(raw, { originalUrl: `${PROVIDER_PATH}${path}`, url: path });
    void serve(raw, reply.raw);
  };
  await server.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => ownNameOnly(request, reply, new URL(provider.issuer)));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: METHODS,
      url: `${PROVIDER_PATH}/*`,
      handler: (request, reply) => forward(request, reply, request.url.slice(PROVIDER_PATH.length)),
    });
    for (const document of METADATA) {
      scope.get(`/.well-known/${document}${PROVIDER_PATH}`, (request, reply) =>
        forward(request, reply, `/.well-known/${document}`),
      );
    }
    await scope.register(async (forms) => {
      const options = { parseAs: 'string', bodyLimit: 4_096 } as const;
      forms.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
        done(null, body),
      );
      interactionRoutes(forms, provider);
    });
  });
}

/**
 * Answers under the issuer's own host name only: it stops DNS rebinding, where a page of another site reaches this server
 * under that site's name, and cookies that end up under two names for one machine.
 */
async function ownNameOnly(request: FastifyRequest, reply: FastifyReply, issuer: URL): Promise<void> {
  if (request.headers.host === issuer.host) return;
  if (request.method === 'GET') await reply.redirect(`${issuer.origin}${request.url}`, 307);
  else await reply.status(421).send({ error: 'invalid_request', error_description: `Use ${issuer.origin}.` });
}
