import type { FastifyInstance } from 'fastify';

/** The console runs its own files only. Styles may be inline: the component library sets them; scripts may not. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCS_POLICY = CONSOLE_POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");

/** Headers that keep a page from being framed, sniffed or led astray. */
export function useSecurityHeaders(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin');
    // The identity provider's pages bring a policy of their own.
    if (reply.hasHeader('content-security-policy')) return;
    reply.header('content-security-policy', request.url.startsWith('/docs') ? DOCS_POLICY : CONSOLE_POLICY);
  });
}
