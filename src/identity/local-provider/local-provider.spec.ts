import { it } from 'vitest';
import { createServer } from 'node:net';
import fastify from 'fastify';
import { mkdtempSync } from 'node:fs';
import { createLocalProvider } from './provider.js';
import { loadProviderKeys } from './provider-keys.js';
import { mountLocalProvider } from './mount.js';
import { issueToken } from './issue-token.js';
import { decodeJwt, decodeProtectedHeader } from 'jose';
it('x', async () => {
  const port = await new Promise<number>((r) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const p = (s.address() as any).port;
      s.close(() => r(p));
    });
  });
  const publicUrl = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync('/tmp/lp-');
  const provider = await createLocalProvider(
    {
      publicUrl,
      oidcAudience: `${publicUrl}/mcp`,
      consoleClientId: 'countersign-console',
      consoleClientSecret: undefined,
      dataDir,
    },
    loadProviderKeys(dataDir),
  );
  provider.on('server_error', (_c: unknown, e: unknown) => console.error(e));
  const app = fastify();
  await mountLocalProvider(app, provider);
  await app.listen({ host: '127.0.0.1', port });
  const t = await issueToken({
    issuer: `${publicUrl}/oidc`,
    resource: `${publicUrl}/mcp`,
    as: 'erin',
    agents: ['order-assistant', 'order-researcher'],
  });
  console.log(t);
  if (t.ok) console.log(decodeJwt(t.value.accessToken), decodeProtectedHeader(t.value.accessToken));
  for (const u of [
    '/oidc/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/oidc',
    '/.well-known/openid-configuration/oidc',
  ])
    console.log(u, (await (await fetch(publicUrl + u)).text()).slice(0, 3000));
  await app.close();
});
