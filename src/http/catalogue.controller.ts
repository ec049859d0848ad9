import { Body, Controller, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import type { ToolSwitch } from '../contracts/tool-switch.js';
import { ALL_TOOLS } from '../contracts/tool-switches.service.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import { CurrentPrincipal, PrincipalGuard } from '../identity/principal.guard.js';
import type { DirectoryEntry, Principal } from '../identity/principal.js';
import { AdministrationService } from '../runtime/administration.service.js';
import { RuntimeService } from '../runtime/runtime.service.js';
import { orThrow } from '../shared/errors.js';
import { Api } from './openapi.js';
import { NoBody, RoleBody, SwitchBody } from './shapes.js';
import { checked } from './strict-body.js';

@Controller('v1')
@UseGuards(PrincipalGuard)
export class CatalogueController {
  constructor(
    private readonly runtime: RuntimeService,
    private readonly contracts: ContractRegistry,
    private readonly administration: AdministrationService,
  ) {}

  @Get('tools')
  @Api({ summary: 'The tools that I may call.' })
  tools(@CurrentPrincipal() principal: Principal): unknown {
    const items = this.runtime.tools(principal).map(({ contract, digest, wireName, shownOutput }) => ({
      id: contract.id,
      wireName,
      title: contract.title,
      description: contract.description,
      risk: contract.risk,
      input: contract.input,
      output: shownOutput,
      digest,
    }));
    return { items };
  }

  @Get('switches')
  @Api({ summary: 'The kill switches of all tools (platform engineers).' })
  async switches(@CurrentPrincipal() principal: Principal): Promise<unknown> {
    const thrown = new Map(orThrow(await this.administration.toolSwitches(principal)).map((one) => [one.tool, one]));
    const everything = switchView(ALL_TOOLS, thrown.get(ALL_TOOLS));
    const tools = this.contracts.all().map(({ contract }) => ({
      ...switchView(contract.id, thrown.get(contract.id)),
      title: contract.title,
      risk: contract.risk,
    }));
    return { items: [everything, ...tools] };
  }

  @Put('switches/:tool')
  @HttpCode(204)
  @Api({ summary: 'Stop or free a tool, or all of them (`*`), at once.', body: SwitchBody })
  async setSwitch(
    @CurrentPrincipal() principal: Principal,
    @Param('tool') tool: string,
    @Body() body: unknown,
  ): Promise<void> {
    const { disabled, reason } = checked(SwitchBody, body);
    orThrow(await this.administration.setSwitch(principal, tool, disabled, reason));
  }

  @Get('principals')
  @Api({ summary: 'The people and agents of my tenant (platform engineers).' })
  async principals(@CurrentPrincipal() principal: Principal): Promise<unknown> {
    return { items: orThrow(await this.administration.principals(principal)).map(principalView) };
  }

  @Post('principals/:id/revoke-role')
  @HttpCode(200)
  @Api({ summary: 'Take a role away; approvals given under it no longer count.', body: RoleBody })
  async revokeRole(
    @CurrentPrincipal() by: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<unknown> {
    const { role } = checked(RoleBody, body);
    return principalView(orThrow(await this.administration.changeRights(by, id, { kind: 'revoke-role', role })));
  }

  @Post('principals/:id/restore-role')
  @HttpCode(200)
  @Api({ summary: 'Give a role back that was taken away.', body: RoleBody })
  async restoreRole(
    @CurrentPrincipal() by: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<unknown> {
    const { role } = checked(RoleBody, body);
    return principalView(orThrow(await this.administration.changeRights(by, id, { kind: 'restore-role', role })));
  }

  @Post('principals/:id/disable')
  @HttpCode(200)
  @Api({ summary: 'Disable a principal: no login, no call, no vote.', body: NoBody })
  async disable(@CurrentPrincipal() by: Principal, @Param('id') id: string, @Body() body: unknown): Promise<unknown> {
    checked(NoBody, body);
    return principalView(orThrow(await this.administration.changeRights(by, id, { kind: 'disable' })));
  }

  @Post('principals/:id/enable')
  @HttpCode(200)
  @Api({ summary: 'Enable a principal again.', body: NoBody })
  async enable(@CurrentPrincipal() by: Principal, @Param('id') id: string, @Body() body: unknown): Promise<unknown> {
    checked(NoBody, body);
    return principalView(orThrow(await this.administration.changeRights(by, id, { kind: 'enable' })));
  }
}

function switchView(tool: string, thrown: ToolSwitch | undefined): Record<string, unknown> {
  if (thrown === undefined) return { tool, disabled: false };
  const { disabled, reason, changedBy, changedAt } = thrown;
  return { tool, disabled, reason, changedBy: { name: changedBy }, changedAt: changedAt.toISOString() };
}

/** `roles` are those that count; what an administrator took away is listed apart. */
function principalView({
  id,
  name,
  sub,
  email,
  roles,
  revokedRoles,
  businessLines,
  disabled,
}: DirectoryEntry): unknown {
  return { id, name, sub, ...(email === null ? {} : { email }), roles, revokedRoles, businessLines, disabled };
}
