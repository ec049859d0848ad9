import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, PrincipalGuard } from '../identity/principal.guard.js';
import type { Principal } from '../identity/principal.js';
import type { ActionSummary, ActionView, Page } from '../runtime/action-view.js';
import { ActionsService } from '../runtime/actions.service.js';
import { RuntimeService } from '../runtime/runtime.service.js';
import { orThrow } from '../shared/errors.js';
import { Api } from './openapi.js';
import { CallBody, ListParameters, ReasonBody, StatusParameters, WaitBody } from './shapes.js';
import { checked } from './strict-body.js';

/** Seconds after which asking again is worth while. */
const RETRY_AFTER = 3;

@Controller('v1/actions')
@UseGuards(PrincipalGuard)
export class ActionsController {
  constructor(
    private readonly runtime: RuntimeService,
    private readonly actions: ActionsService,
  ) {}

  @Post()
  @Api({ summary: 'Call a tool. A risky one answers 202 with the action that waits for approval.', body: CallBody })
  async call(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const { tool, arguments: args, run } = checked(CallBody, body);
    const answer = orThrow(
      await this.runtime.call(principal, {
        tool,
        arguments: args,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        ...(run === undefined ? {} : { run }),
      }),
    );
    if (answer.action) void reply.header('location', `/v1/actions/${answer.action.id}`);
    if (answer.kind === 'pending') {
      void reply.status(202).header('retry-after', String(RETRY_AFTER));
      return answer.action;
    }
    void reply.status(200);
    return { status: 'SUCCEEDED', result: answer.value, ...(answer.action ? { action: answer.action } : {}) };
  }

  @Get()
  @Api({ summary: 'List actions, newest first, page by page.', query: ListParameters })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: unknown): Promise<Page<ActionSummary>> {
    const { view, limit, cursor, q, risk, state } = checked(ListParameters, query);
    return orThrow(
      await this.actions.list(principal, {
        view,
        limit,
        ...(cursor ? { cursor } : {}),
        ...(q ? { search: q } : {}),
        ...(risk ? { risk } : {}),
        ...(state ? { states: state } : {}),
      }),
    );
  }

  @Get('counts')
  @Api({ summary: 'How many actions wait for me, and how many of mine are open.' })
  counts(@CurrentPrincipal() principal: Principal): Promise<{ inbox: number; mine: number }> {
    return this.actions.counts(principal);
  }

  @Get(':id')
  @Api({ summary: 'One action; with `wait` (seconds) after its next change.', query: StatusParameters })
  async status(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Query() query: unknown,
  ): Promise<ActionView> {
    const { wait } = checked(StatusParameters, query);
    return orThrow(await this.actions.status(principal, id, wait * 1000));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Api({ summary: 'Withdraw a request that nobody has executed.', body: ReasonBody })
  async cancel(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<ActionView> {
    return orThrow(await this.actions.cancel(principal, id, checked(ReasonBody, body).reason));
  }

  @Post(':id/execute')
  @HttpCode(200)
  @Api({ summary: 'Ask that an approved action run. Asking twice is asking once.', body: WaitBody })
  async execute(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<ActionView> {
    return orThrow(await this.actions.execute(principal, id, checked(WaitBody, body).waitMs));
  }
}
