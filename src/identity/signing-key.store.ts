import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

interface SigningKeyRow {
  readonly public_jwk: Record<string, unknown>;
  readonly revoked: boolean;
}

/** The public keys that approvals were or are signed with. They belong to no tenant. */
@Injectable()
export class SigningKeyStore {
  constructor(private readonly database: Database) {}

  /** Makes a public key known. A key that is known already, revoked or not, stays as it is. */
  async publish(kid: string, publicJwk: object): Promise<void> {
    await this.database.query(
      'identity.publish_key',
      'INSERT INTO signing_key (kid, public_jwk) VALUES ($1, $2) ON CONFLICT (kid) DO NOTHING',
      [kid, JSON.stringify(publicJwk)],
    );
  }

  /** Read at each call, never remembered: a revocation counts from its commit on. */
  async find(
    kid: string,
  ): Promise<{ readonly publicJwk: Record<string, unknown>; readonly revoked: boolean } | undefined> {
    const [row] = await this.database.query<SigningKeyRow>(
      'identity.find_key',
      'SELECT public_jwk, revoked_at IS NOT NULL AS revoked FROM signing_key WHERE kid = $1',
      [kid],
    );
    return row && { publicJwk: row.public_jwk, revoked: row.revoked };
  }
}
