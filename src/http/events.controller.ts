import { Controller, Get, Headers, type OnModuleDestroy, Req, Res, UseGuards } from '@nestjs/common';
import { createSession } from 'better-sse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, PrincipalGuard } from '../identity/principal.guard.js';
import type { Principal } from '../identity/principal.js';
import { ActionFeed } from '../runtime/action-feed.js';
import { orThrow } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { Api } from './openapi.js';

const HEARTBEAT_MS = 15_000;

@Controller('v1/events')
@UseGuards(PrincipalGuard)
export class EventsController implements OnModuleDestroy {
  private readonly open = new Set<FastifyReply>();

  constructor(private readonly feed: ActionFeed) {}

  /** Before the server waits for its requests to end: a stream would never end by itself, and the process never stop. */
  onModuleDestroy(): void {
    for (const reply of this.open) reply.raw.end();
  }

  /**
   * `action` {id} for each change of an action that the caller may see; `resync` {} when something may have been missed: after a
   * reconnect (`Last-Event-ID`), or when the database was away. The stream ends with the caller's login.
   */
  @Get()
  @Api({ summary: 'Changes as server-sent events.' })
  async stream(
    @CurrentPrincipal() principal: Principal,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    let hear: (id: string | undefined) => void = () => undefined;
    const leave = orThrow(this.feed.listen(principal, (id) => hear(id)));
    reply.hijack();
    const session = await createSession(request.raw, reply.raw, {
      keepAlive: HEARTBEAT_MS,
      headers: { 'cache-control': 'no-store' },
    });
    const tell = (id: string | undefined) => {
      if (id === undefined) session.push({}, 'resync', newId());
      else session.push({ id }, 'action', newId());
    };
    hear = (id) => session.isConnected && tell(id);
    const end = setTimeout(() => reply.raw.end(), Math.max(0, principal.tokenExpiresAt * 1000 - Date.now()));
    this.open.add(reply);
    session.once('disconnected', () => {
      this.open.delete(reply);
      clearTimeout(end);
      leave();
    });
    if (lastEventId !== undefined) tell(undefined);
  }
}
