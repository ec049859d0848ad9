import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** An identity provider on loopback that publishes one key and signs whatever a test asks for. */
export interface TestIssuer {
  readonly url: string;
  readonly kid: string;
  readonly privateKey: PrivateKey;
  /** The published document, to be changed by tests of broken providers. */
  readonly metadata: Record<string, unknown>;
  readonly publicJwk: Record<string, unknown>;
  /** How often each path was asked for. */
  readonly hits: ReadonlyMap<string, number>;
  /** A good access token for `erin` of `acme`, except for what is overridden; undefined leaves a claim out. */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>, key?: PrivateKey): Promise<string>;
  close(): Promise<void>;
}

/** The audience that the tokens of a test issuer are for. */
export const TEST_AUDIENCE = 'http://127.0.0.1:4310/mcp';

/** Starts a provider on a free port of 127.0.0.1. */
export async function testIssuer(): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = 'test-key';
  const publicJwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'ES256' };
  const metadata: Record<string, unknown> = {};
  const hits = new Map<string, number>();
  const server = createServer((request, response) => {
    hits.set(request.url ?? '', (hits.get(request.url ?? '') ?? 0) + 1);
    const body = request.url === '/jwks' ? { keys: [publicJwk] } : metadata;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(metadata, {
    issuer: url,
    jwks_uri: `${url}/jwks`,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
  });
  return {
    url,
    kid,
    privateKey,
    metadata,
    publicJwk,
    hits,
    token: (claims, header, key) => sign(goodClaims(url, claims), { kid, ...header }, key ?? privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function goodClaims(issuer: string, claims: Record<string, unknown> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: issuer,
    aud: TEST_AUDIENCE,
    sub: 'erin',
    tenant: 'acme',
    name: 'Erin Walsh',
    email: 'erin@acme.example',
    roles: ['employee'],
    business_lines: ['retail'],
    scope: 'orders:read orders:cancel actions',
    client_id: 'order-assistant',
    act: { sub: 'order-assistant' },
    iat: now,
    exp: now + 600,
    ...claims,
  };
}

function sign(claims: Record<string, unknown>, header: Record<string, unknown>, key: PrivateKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header }).sign(key);
}
