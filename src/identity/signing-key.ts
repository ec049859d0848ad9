import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { jcs } from '../canonical/jcs.js';
import type { Config } from '../config/config.js';
import { StartupProblem } from '../shared/startup-problem.js';
import { readOrCreatePrivateFile } from './private-file.js';

/** The public half as it is stored and published (RFC 8037 §2). */
export interface PublicSigningJwk {
  readonly crv: 'Ed25519';
  readonly kty: 'OKP';
  readonly x: string;
}

/** The Ed25519 key of this installation. */
export class SigningKey {
  readonly publicJwk: PublicSigningJwk;
  /** JWK thumbprint (RFC 7638): the name cannot be given to another key. */
  readonly kid: string;

  /** Throws TypeError for anything but an Ed25519 private key. */
  constructor(readonly privateKey: KeyObject) {
    if (privateKey.type !== 'private' || privateKey.asymmetricKeyType !== 'ed25519') {
      throw new TypeError('not an Ed25519 private key');
    }
    const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
    this.publicJwk = { crv: 'Ed25519', kty: 'OKP', x: x as string };
    this.kid = createHash('sha256')
      .update(jcs({ ...this.publicJwk }))
      .digest('base64url');
  }

  /** 32 secret bytes for one other purpose (HKDF, RFC 5869): every process that holds the key derives the same ones. */
  derive(purpose: string): Uint8Array {
    const { d } = this.privateKey.export({ format: 'jwk' });
    return new Uint8Array(hkdfSync('sha256', Buffer.from(d as string, 'base64url'), '', purpose, 32));
  }
}

/**
 * Reads the key that SIGNING_KEY_FILE names (JWK, or PKCS#8 in PEM). Without that setting it makes one at the first start and
 * keeps it in the data directory. Throws `StartupProblem` when the file cannot be read or holds another kind of key.
 */
export function loadSigningKey(config: Pick<Config, 'signingKeyFile' | 'dataDir'>): SigningKey {
  const file = config.signingKeyFile ?? path.join(config.dataDir, 'signing-key.json');
  const content = config.signingKeyFile === undefined ? readOrCreatePrivateFile(file, newKey) : readGiven(file);
  try {
    return new SigningKey(parseKey(content));
  } catch {
    throw new StartupProblem([
      `"${file}" holds no Ed25519 private key. Expected is a JWK or a PKCS#8 PEM, as "openssl genpkey -algorithm ed25519" writes it.`,
    ]);
  }
}

function readGiven(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartupProblem([`SIGNING_KEY_FILE names "${file}", which cannot be read.`]);
  }
}

function parseKey(content: string): KeyObject {
  if (content.trimStart().startsWith('{')) return createPrivateKey({ key: JSON.parse(content), format: 'jwk' });
  return createPrivateKey(content);
}

function newKey(): string {
  return `${JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), null, 2)}\n`;
}
