import { Injectable } from '@nestjs/common';
import { jcs } from '../canonical/jcs.js';
import { actorOf } from '../identity/actor.js';
import type { Principal } from '../identity/principal.js';
import { ok, type Result, refuse } from '../shared/errors.js';
import { ContractRegistry } from './contract-registry.js';
import type { ToolSwitch } from './tool-switch.js';
import { ToolSwitchStore } from './tool-switch.store.js';

/** Every tool of the tenant at once. */
export const ALL_TOOLS = '*';

/** The kill switches of a tenant. Who may throw them is decided by policy before this is called. */
@Injectable()
export class ToolSwitches {
  constructor(
    private readonly store: ToolSwitchStore,
    private readonly contracts: ContractRegistry,
  ) {}

  list(tenant: string): Promise<ToolSwitch[]> {
    return this.store.list(tenant);
  }

  /** Stops or frees a tool, or all of them. It holds at once: each new plan and each claim asks the switch. */
  async set(by: Principal, tool: string, disabled: boolean, reason: string): Promise<Result<void>> {
    const id = tool === ALL_TOOLS ? ALL_TOOLS : this.contracts.byName(tool)?.contract.id;
    if (id === undefined) return refuse('UNKNOWN_TOOL', 'There is no tool of this name.');
    await this.store.set(by.tenant, id, disabled, reason, by.id, jcs({ actor: actorOf(by), tool: id, reason }));
    return ok(undefined);
  }
}
