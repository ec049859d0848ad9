import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calculateJwkThumbprint } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartupProblem } from '../shared/startup-problem.js';
import { loadSigningKey, SigningKey } from './signing-key.js';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-key-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function given(content: string) {
  const signingKeyFile = path.join(dataDir, 'given');
  writeFileSync(signingKeyFile, content);
  return { signingKeyFile, dataDir };
}

describe('the signing key', () => {
  it('is made once, readable by its owner only, and kept', () => {
    const config = { signingKeyFile: undefined, dataDir: path.join(dataDir, 'new') };
    const first = loadSigningKey(config);
    expect(loadSigningKey(config).kid).toBe(first.kid);
    expect(statSync(path.join(config.dataDir, 'signing-key.json')).mode & 0o777).toBe(0o600);
  });

  it('is named by its thumbprint and published without its secret', async () => {
    const key = new SigningKey(generateKeyPairSync('ed25519').privateKey);
    expect(key.kid).toBe(await calculateJwkThumbprint({ ...key.publicJwk }));
    expect(Object.keys(key.publicJwk)).toEqual(['crv', 'kty', 'x']);
  });

  it('may be given as PEM or as JWK', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { kid } = new SigningKey(privateKey);
    expect(loadSigningKey(given(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)).kid).toBe(kid);
    expect(loadSigningKey(given(JSON.stringify(privateKey.export({ format: 'jwk' })))).kid).toBe(kid);
  });

  it('derives other secrets: the same for one purpose, another for each', () => {
    const key = new SigningKey(generateKeyPairSync('ed25519').privateKey);
    const again = new SigningKey(key.privateKey);
    expect(key.derive('a')).toEqual(again.derive('a'));
    expect(key.derive('a')).not.toEqual(key.derive('b'));
    expect(key.derive('a')).toHaveLength(32);
  });

  it.each([
    [
      'another kind of key',
      () =>
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
          type: 'pkcs8',
          format: 'pem',
        }) as string,
    ],
    ['a public key', () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string],
    ['no key', () => 'secret'],
    ['broken JSON', () => '{'],
  ])('stops the start when the file holds %s', (_, content) => {
    expect(() => loadSigningKey(given(content()))).toThrow(StartupProblem);
  });

  it('stops the start when its file is missing', () => {
    expect(() => loadSigningKey({ signingKeyFile: path.join(dataDir, 'absent'), dataDir })).toThrow(/cannot be read/);
  });
});
