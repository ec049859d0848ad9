import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { ToolSwitch } from './tool-switch.js';

@Injectable()
export class ToolSwitchStore {
  constructor(private readonly database: Database) {}

  async list(tenant: string): Promise<ToolSwitch[]> {
    return this.database.tenant(tenant, (tx) =>
      tx.query<ToolSwitch>(
        `SELECT s.tool, s.disabled, s.reason, p.name AS "changedBy", s.changed_at AS "changedAt"
           FROM tool_switch s JOIN principal p ON p.tenant = s.tenant AND p.id = s.changed_by
          WHERE s.tenant = $1 ORDER BY s.tool`,
        [tenant],
      ),
    );
  }

  /** With its event, in one transaction. `body` is JCS. */
  async set(tenant: string, tool: string, disabled: boolean, reason: string, by: string, body: string): Promise<void> {
    await this.database.query('set_tool_switch', 'SELECT set_tool_switch($1, $2, $3, $4, $5, $6)', [
      tenant,
      tool,
      disabled,
      reason,
      by,
      body,
    ]);
  }
}
