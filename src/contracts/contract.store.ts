import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { PublishedContract } from './published-contract.js';

/** The published texts of contracts. Nothing here is ever changed or taken away. */
@Injectable()
export class ContractStore {
  constructor(private readonly database: Database) {}

  /**
   * Adds the texts that are new and makes these versions the current ones, in one statement, so that no reader sees a tool
   * whose text is not there. Repeating it changes nothing.
   */
  async publish(contracts: readonly PublishedContract[]): Promise<void> {
    await this.database.query('publish_contracts', PUBLISH, [rows(contracts)]);
  }

  /** The ids of contracts whose stored text is not the one that has this digest here: somebody changed the evidence. */
  async contradicting(contracts: readonly PublishedContract[]): Promise<string[]> {
    const found = await this.database.query<{ tool: string }>('contradicting_contracts', CONTRADICTING, [
      rows(contracts),
    ]);
    return found.map(({ tool }) => tool);
  }
}

const GIVEN = `
  SELECT g.tool, decode(g.digest, 'hex') AS digest, g.canonical
    FROM jsonb_to_recordset($1::jsonb) AS g (tool text, digest text, canonical text)`;

const PUBLISH = `
  WITH given AS (${GIVEN}),
  added AS (
    INSERT INTO tool_contract (tool, digest, canonical)
    SELECT tool, digest, canonical FROM given ORDER BY tool
    ON CONFLICT DO NOTHING
  )
  INSERT INTO tool (tool, current_digest)
  SELECT tool, digest FROM given ORDER BY tool
  ON CONFLICT (tool) DO UPDATE SET current_digest = EXCLUDED.current_digest
   WHERE tool.current_digest <> EXCLUDED.current_digest`;

const CONTRADICTING = `
  WITH given AS (${GIVEN})
  SELECT c.tool FROM tool_contract c JOIN given USING (tool, digest)
   WHERE c.canonical <> given.canonical
   ORDER BY c.tool`;

function rows(contracts: readonly PublishedContract[]): string {
  return JSON.stringify(contracts.map(({ contract, digest, canonical }) => ({ tool: contract.id, digest, canonical })));
}
