import { Injectable } from '@nestjs/common';
import { PolicyEngine } from '../authorization/policy-engine.js';
import type { ToolSwitch } from '../contracts/tool-switch.js';
import { ToolSwitches } from '../contracts/tool-switches.service.js';
import { DirectoryService } from '../identity/directory.service.js';
import { type DirectoryEntry, decidesInPerson, type Principal } from '../identity/principal.js';
import { Relay } from '../queue/relay.js';
import { ok, type Result, refuse } from '../shared/errors.js';

export type RightsChange =
  | { readonly kind: 'revoke-role' | 'restore-role'; readonly role: string }
  | { readonly kind: 'disable' | 'enable' };

/** What platform engineers do in a tenant: kill switches and the rights of principals. Policy is asked at each call. */
@Injectable()
export class AdministrationService {
  constructor(
    private readonly policy: PolicyEngine,
    private readonly switches: ToolSwitches,
    private readonly directory: DirectoryService,
    private readonly relay: Relay,
  ) {}

  /** In person only: the agent of a platform engineer, or any client with their token, must not lift the switch that stops it. */
  mayAdminister(who: Principal, subject: 'Tool' | 'Principal'): boolean {
    return decidesInPerson(who) && this.policy.authorize(who, { action: 'administer', subject }, {}).allowed;
  }

  async toolSwitches(who: Principal): Promise<Result<ToolSwitch[]>> {
    if (!this.mayAdminister(who, 'Tool')) return forbidden();
    return ok(await this.switches.list(who.tenant));
  }

  /** Stops or frees a tool, or all of them. It holds at once: each new plan and each claim asks the switch. */
  async setSwitch(who: Principal, tool: string, disabled: boolean, reason: string): Promise<Result<void>> {
    if (!this.mayAdminister(who, 'Tool')) return forbidden();
    const done = await this.switches.set(who, tool, disabled, reason);
    if (!disabled) this.relay.kick();
    return done;
  }

  async principals(who: Principal): Promise<Result<DirectoryEntry[]>> {
    if (!this.mayAdminister(who, 'Principal')) return forbidden();
    return ok(await this.directory.list(who.tenant));
  }

  async changeRights(who: Principal, id: string, change: RightsChange): Promise<Result<DirectoryEntry>> {
    if (!this.mayAdminister(who, 'Principal')) return forbidden();
    switch (change.kind) {
      case 'revoke-role':
        return this.directory.revokeRole(who, id, change.role);
      case 'restore-role':
        return this.directory.restoreRole(who, id, change.role);
      case 'disable':
        return this.directory.disable(who, id);
      case 'enable':
        return this.directory.enable(who, id);
    }
  }
}

function forbidden(): Result<never> {
  return refuse('FORBIDDEN', 'This is for platform engineers.');
}
