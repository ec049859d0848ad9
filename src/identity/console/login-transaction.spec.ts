import { randomBytes } from 'node:crypto';
import { CompactEncrypt, EncryptJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LOGIN_SECONDS, openLogin, sealLogin } from './login-transaction.js';

const KEY = new Uint8Array(randomBytes(32));
const LOGIN = { state: 'state', nonce: 'nonce', verifier: 'verifier', returnTo: '/console/inbox' };

afterEach(() => vi.useRealTimers());

describe('a login in progress', () => {
  it('comes back as it was sealed, and nobody else can read it', async () => {
    const sealed = await sealLogin(LOGIN, KEY);
    expect(await openLogin(sealed, KEY)).toEqual(LOGIN);
    for (const part of sealed.split('.')) expect(Buffer.from(part, 'base64url').toString()).not.toContain('verifier');
  });

  it('is over after ten minutes', async () => {
    const sealed = await sealLogin(LOGIN, KEY);
    vi.useFakeTimers({ now: Date.now() + (LOGIN_SECONDS + 1) * 1_000, toFake: ['Date'] });
    expect(await openLogin(sealed, KEY)).toBeUndefined();
  });

  it('is refused when it was made with another key', async () => {
    expect(await openLogin(await sealLogin(LOGIN, new Uint8Array(randomBytes(32))), KEY)).toBeUndefined();
  });

  it('is refused when it was changed', async () => {
    const sealed = await sealLogin(LOGIN, KEY);
    const at = sealed.length - 40;
    expect(
      await openLogin(sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1), KEY),
    ).toBeUndefined();
  });

  it.each(['', 'x', 'a.b.c', 'a.b.c.d.e'])('is refused when it is %j', async (sealed) => {
    expect(await openLogin(sealed, KEY)).toBeUndefined();
  });

  it('is refused without an expiry, or with something else inside', async () => {
    const endless = new EncryptJWT({ ...LOGIN }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(KEY);
    expect(await openLogin(await endless, KEY)).toBeUndefined();
    const other = new EncryptJWT({ state: 7 })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime('1m')
      .encrypt(KEY);
    expect(await openLogin(await other, KEY)).toBeUndefined();
  });

  it('is refused under another way of encrypting', async () => {
    const body = Buffer.from(JSON.stringify({ ...LOGIN, exp: Math.floor(Date.now() / 1_000) + 60 }));
    const wrapped = await new CompactEncrypt(body).setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' }).encrypt(KEY);
    expect(await openLogin(wrapped, KEY)).toBeUndefined();
  });
});
