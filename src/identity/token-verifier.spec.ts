import { createPublicKey } from 'node:crypto';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEST_AUDIENCE, type TestIssuer, testIssuer } from '../../test/support/issuer.js';
import { readConfig } from '../config/config.js';
import { Issuer } from './issuer.js';
import type { ClaimedPrincipal, DirectoryEntry } from './principal.js';
import type { PrincipalStore } from './principal.store.js';
import { TokenVerifier } from './token-verifier.js';

let issuer: TestIssuer;
let known: Directory;
let verifier: TokenVerifier;

/** A directory of one tenant that believes its tokens, with what an administrator did to everybody in it. */
class Directory {
  disabled = false;
  epoch = 1;
  revokedRoles: string[] = [];

  async sync(claimed: ClaimedPrincipal): Promise<DirectoryEntry | undefined> {
    if (claimed.tenant !== 'acme') return undefined;
    return {
      ...claimed,
      id: '0198f000-0000-7000-8000-000000000001',
      claimedRoles: claimed.roles,
      roles: this.disabled ? [] : claimed.roles.filter((role) => !this.revokedRoles.includes(role)),
      revokedRoles: this.revokedRoles,
      disabled: this.disabled,
      epoch: this.epoch,
    };
  }
}

function verifierFor(url: string, tokenTypes = 'at+jwt,JWT'): TokenVerifier {
  const config = readConfig({
    DATABASE_URL: 'postgres://localhost/none',
    OIDC_ISSUER: url,
    OIDC_AUDIENCE: TEST_AUDIENCE,
    OIDC_TOKEN_TYPES: tokenTypes,
  });
  return new TokenVerifier(config, new Issuer(url), known as unknown as PrincipalStore);
}

/** The claims of a token that is made by hand; only its time is missing. */
const claims = () => ({ iss: issuer.url, aud: TEST_AUDIENCE, sub: 'erin', tenant: 'acme', client_id: 'x' });

const now = () => Math.floor(Date.now() / 1_000);

async function refusalOf(token: string, using = verifier) {
  const result = await using.verify(`Bearer ${token}`);
  return result.ok
    ? undefined
    : { code: result.refusal.code, message: result.refusal.message, details: result.refusal.details };
}

const INVALID = {
  code: 'UNAUTHENTICATED',
  message: 'The access token is not valid.',
  details: { error: 'invalid_token' },
};

beforeAll(async () => {
  Logger.overrideLogger(false);
  issuer = await testIssuer();
});

afterAll(async () => {
  Logger.overrideLogger(['log', 'warn', 'error', 'fatal']);
  await issuer.close();
});

beforeEach(() => {
  known = new Directory();
  verifier = verifierFor(issuer.url);
});

describe('a valid access token', () => {
  it('gives the principal with its agents, client, scopes and expiry', async () => {
    const exp = now() + 300;
    const result = await verifier.verify(
      `Bearer ${await issuer.token({ exp, act: { sub: 'outer', act: { sub: 'inner' } } })}`,
    );
    expect(result).toMatchObject({
      ok: true,
      value: {
        tenant: 'acme',
        sub: 'erin',
        human: 'erin',
        roles: ['employee'],
        businessLines: ['retail'],
        scopes: ['actions', 'orders:cancel', 'orders:read'],
        actors: ['outer', 'inner'],
        client: 'order-assistant',
        epoch: 1,
        tokenExpiresAt: exp,
        channel: 'token',
      },
    });
  });

  it('may name its scheme in any case and its type as a media type', async () => {
    const token = await issuer.token({}, { typ: 'application/AT+JWT' });
    expect(await verifier.verify(`bEaReR ${token}`)).toMatchObject({ ok: true });
  });

  it('does not hide that rights were taken away since it was last used', async () => {
    const header = `Bearer ${await issuer.token()}`;
    expect(await verifier.verify(header)).toMatchObject({ value: { roles: ['employee'], epoch: 1 } });
    Object.assign(known, { revokedRoles: ['employee'], epoch: 2 });
    expect(await verifier.verify(header)).toMatchObject({ value: { roles: [], epoch: 2 } });
  });

  it('is believed within a minute of clock difference', async () => {
    const token = await issuer.token({ iat: now() + 40, nbf: now() + 40, exp: now() + 90 });
    expect(await verifier.verify(`Bearer ${token}`)).toMatchObject({ ok: true });
    expect(await verifier.verify(`Bearer ${await issuer.token({ exp: now() - 40 })}`)).toMatchObject({ ok: true });
  });

  it('costs no request to the provider after the first', async () => {
    await verifier.verify(`Bearer ${await issuer.token()}`);
    const before = new Map(issuer.hits);
    await verifier.verify(`Bearer ${await issuer.token()}`);
    expect(issuer.hits).toEqual(before);
  });
});

describe('a token is refused', () => {
  it('when there is none', async () => {
    expect(await verifier.verify(undefined)).toMatchObject({
      ok: false,
      refusal: { code: 'UNAUTHENTICATED', details: { error: 'missing_token' } },
    });
  });

  it.each([
    '',
    'Basic abc',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Bearer …',
    `Bearer ${'a'.repeat(20_000)}`,
  ])('when the header is %j', async (header) => {
    expect(await verifier.verify(header)).toMatchObject({
      ok: false,
      refusal: { details: { error: 'invalid_token' } },
    });
  });

  it('when another issuer signed it with its own key', async () => {
    const other = await testIssuer();
    try {
      expect(await refusalOf(await other.token())).toEqual(INVALID);
      expect(await refusalOf(await other.token({ iss: issuer.url }))).toEqual(INVALID);
    } finally {
      await other.close();
    }
  });

  it('when it names another issuer under the right key', async () => {
    expect(await refusalOf(await issuer.token({ iss: 'https://elsewhere.example' }))).toEqual(INVALID);
  });

  it('when it is meant for another service, and says so', async () => {
    expect(await refusalOf(await issuer.token({ aud: 'https://other.example/mcp' }))).toEqual({
      ...INVALID,
      message: 'The access token is meant for another service.',
    });
    expect(await refusalOf(await issuer.token({ aud: undefined }))).toMatchObject({
      details: { error: 'invalid_token' },
    });
  });

  it('when it has expired, and says so', async () => {
    expect(await refusalOf(await issuer.token({ exp: now() - 90 }))).toEqual({
      ...INVALID,
      message: 'The access token has expired.',
    });
  });

  it('without saying that it has expired when it is forged besides', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    expect(await refusalOf(await issuer.token({ exp: now() - 90 }, {}, privateKey))).toEqual(INVALID);
  });

  it.each([
    ['without an expiry', { exp: undefined }],
    ['without a time of issue', { iat: undefined }],
    ['without a subject', { sub: undefined }],
    ['before it is valid', { nbf: Math.floor(Date.now() / 1_000) + 120 }],
    ['issued in the future', { iat: Math.floor(Date.now() / 1_000) + 120 }],
    ['of an unknown tenant', { tenant: 'nobody' }],
    ['of no tenant', { tenant: undefined }],
    [
      'with five agents',
      { act: { sub: 'a', act: { sub: 'b', act: { sub: 'c', act: { sub: 'd', act: { sub: 'e' } } } } } },
    ],
    ['with roles that are no list', { roles: 'supervisor' }],
  ])('%s, always with the same words', async (_, claims) => {
    expect(await refusalOf(await issuer.token(claims))).toEqual(INVALID);
  });

  it.each([undefined, 'logout+jwt', 'countersign-approval+jws', 'JOSE'])('of type %s', async (typ) => {
    expect(await refusalOf(await issuer.token({}, { typ }))).toEqual(INVALID);
  });

  it('of type JWT where only at+jwt is configured', async () => {
    const token = await issuer.token({}, { typ: 'JWT' });
    expect(await verifier.verify(`Bearer ${token}`)).toMatchObject({ ok: true });
    expect(await refusalOf(token, verifierFor(issuer.url, 'at+jwt'))).toEqual(INVALID);
  });

  it('that lists critical extensions', async () => {
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: issuer.kid, crit: ['b64'], b64: true })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(issuer.privateKey, { crit: { b64: true } });
    expect(await refusalOf(token)).toEqual(INVALID);
  });

  it('that has no signature', async () => {
    const unsigned = new UnsecuredJWT(claims()).setIssuedAt().setExpirationTime('5m').encode();
    expect(await refusalOf(unsigned)).toEqual(INVALID);
    const [, payload] = (await issuer.token()).split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: issuer.kid })).toString('base64url');
    expect(await refusalOf(`${none}.${payload}.`)).toEqual(INVALID);
  });

  it('whose shared secret is the public key', async () => {
    const key = createPublicKey({ key: issuer.publicJwk, format: 'jwk' });
    for (const secret of [
      key.export({ type: 'spki', format: 'pem' }),
      key.export({ type: 'spki', format: 'der' }),
      JSON.stringify(issuer.publicJwk),
    ]) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: issuer.kid })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(Buffer.from(secret));
      expect(await refusalOf(token)).toEqual(INVALID);
    }
  });

  it('whose algorithm is not pinned, although the provider’s key would fit it', async () => {
    const other = await testIssuer();
    try {
      const { publicKey, privateKey } = await generateKeyPair('RS512', { extractable: true });
      const { kty, n, e } = await exportJWK(publicKey);
      Object.assign(other.publicJwk, { kty, n, e, alg: undefined });
      const using = verifierFor(other.url);
      const rs256 = (await importJWK(await exportJWK(privateKey), 'RS256')) as typeof privateKey;
      expect(await using.verify(`Bearer ${await other.token({}, { alg: 'RS256' }, rs256)}`)).toMatchObject({
        ok: true,
      });
      expect(await refusalOf(await other.token({}, { alg: 'RS512' }, privateKey), using)).toEqual(INVALID);
    } finally {
      await other.close();
    }
  });

  it('that brings its own key along', async () => {
    const attacker = await testIssuer();
    try {
      const header = { jwk: attacker.publicJwk, jku: `${attacker.url}/jwks`, kid: 'attacker' };
      expect(await refusalOf(await issuer.token({}, header, attacker.privateKey))).toEqual(INVALID);
      expect(attacker.hits.size).toBe(0);
    } finally {
      await attacker.close();
    }
  });

  it('that was changed after it was signed', async () => {
    const [header, , signature] = (await issuer.token()).split('.');
    const payload = (await issuer.token({ roles: ['supervisor'] })).split('.')[1];
    expect(await refusalOf(`${header}.${payload}.${signature}`)).toEqual(INVALID);
  });

  it('whatever it is made of, never with an exception', async () => {
    const part = fc.oneof(
      fc.base64String(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc.constant(''),
    );
    await fc.assert(
      fc.asyncProperty(part, part, part, async (a, b, c) => {
        expect(await verifier.verify(`Bearer ${a}.${b}.${c}`)).toMatchObject({ ok: false });
      }),
      { numRuns: 200 },
    );
  });
});

describe('when the identity provider', () => {
  it('cannot be reached, the answer is that it is unavailable, and later it works again', async () => {
    const away = await testIssuer();
    const token = await away.token();
    const patient = verifierFor(away.url);
    const { issuer: name } = away.metadata;
    away.metadata['issuer'] = 'https://impostor.example';
    expect(await refusalOf(token, patient)).toMatchObject({ code: 'UNAVAILABLE' });
    away.metadata['issuer'] = name;
    expect(await patient.verify(`Bearer ${token}`)).toMatchObject({ ok: true });
    await away.close();
    expect(await refusalOf(token, verifierFor(away.url))).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
