import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { PolicyEngine } from './policy-engine.js';

/** The published texts of policies. Nothing here is ever changed or taken away. */
@Injectable()
export class PolicyStore {
  constructor(private readonly database: Database) {}

  /**
   * Adds the text unless it is there, and answers the one that is stored under this digest. Anything but the given text means
   * that somebody changed the evidence.
   */
  async publish({ digest, canonical }: Pick<PolicyEngine, 'digest' | 'canonical'>): Promise<string | undefined> {
    await this.database.query('publish_policy', PUBLISH, [digest, canonical]);
    const rows = await this.database.query<{ canonical: string }>('published_policy', PUBLISHED, [digest]);
    return rows[0]?.canonical;
  }
}

const PUBLISH = `
  INSERT INTO policy (digest, canonical) VALUES (decode($1, 'hex'), $2)
  ON CONFLICT (digest) DO NOTHING`;

const PUBLISHED = `SELECT canonical FROM policy WHERE digest = decode($1, 'hex')`;
