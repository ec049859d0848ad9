import { Body, Controller, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApprovalService } from '../approval/approval.service.js';
import { CurrentPrincipal, PrincipalGuard } from '../identity/principal.guard.js';
import type { Principal } from '../identity/principal.js';
import type { ActionView } from '../runtime/action-view.js';
import { ActionsService } from '../runtime/actions.service.js';
import { orThrow, type Result, refuse } from '../shared/errors.js';
import { isUuid } from '../shared/ids.js';
import { Api } from './openapi.js';
import { DecisionBody, ReasonBody } from './shapes.js';
import { checked } from './strict-body.js';

@Controller('v1/actions/:id')
@UseGuards(PrincipalGuard)
export class DecisionsController {
  constructor(
    private readonly approvals: ApprovalService,
    private readonly actions: ActionsService,
  ) {}

  @Post('decisions')
  @HttpCode(200)
  @Api({ summary: 'Approve or reject, over the digests of what was shown.', body: DecisionBody })
  async decide(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<ActionView> {
    orThrow(idFault(id));
    orThrow(await this.approvals.decide(principal, id, checked(DecisionBody, body)));
    return orThrow(await this.actions.read(principal, id));
  }

  @Post('revoke')
  @HttpCode(200)
  @Api({ summary: 'Withdraw my approval before the action runs.', body: ReasonBody })
  async revoke(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<ActionView> {
    orThrow(idFault(id));
    orThrow(await this.approvals.revoke(principal, id, checked(ReasonBody, body).reason));
    return orThrow(await this.actions.read(principal, id));
  }
}

/** What is no id names nothing, exactly like an id that nobody gave out. */
function idFault(id: string): Result<void> {
  return isUuid(id)
    ? { ok: true, value: undefined }
    : refuse('NOT_FOUND', 'There is no such action, or you may not see it.');
}
