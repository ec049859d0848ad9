import { Controller, Get, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mayApproveSomething, mayAudit } from '../approval/eligibility.js';
import { PolicyEngine } from '../authorization/policy-engine.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import { CurrentPrincipal, PrincipalGuard } from '../identity/principal.guard.js';
import type { Principal } from '../identity/principal.js';
import { DirectoryService } from '../identity/directory.service.js';
import { AdministrationService } from '../runtime/administration.service.js';
import { Api } from './openapi.js';

@Controller('v1/me')
@UseGuards(PrincipalGuard)
export class MeController {
  constructor(
    private readonly directory: DirectoryService,
    private readonly policy: PolicyEngine,
    private readonly contracts: ContractRegistry,
    private readonly administration: AdministrationService,
  ) {}

  @Get()
  @Api({ summary: 'Who I am, and which parts of the console are for me.' })
  async me(@CurrentPrincipal() principal: Principal, @Req() request: FastifyRequest): Promise<unknown> {
    const { id, name, sub, tenant, roles, businessLines, actors } = principal;
    return {
      principal: {
        id,
        name,
        sub,
        tenant,
        tenantName: await this.directory.tenantName(tenant),
        roles,
        businessLines,
        actors,
      },
      ...(request.csrfToken === undefined ? {} : { csrfToken: request.csrfToken }),
      permissions: {
        approve: mayApproveSomething(this.policy, principal, this.contracts.all()),
        audit: mayAudit(this.policy, principal),
        administer: this.administration.mayAdminister(principal, 'Tool'),
      },
    };
  }
}
