import { Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import type { Refusal } from '../../shared/errors.js';
import { sendPage } from '../pages/html-page.js';
import { languageOf } from '../pages/language.js';
import { PrincipalGuard } from '../principal.guard.js';
import { ConsoleLogin } from './console-login.service.js';
import { ConsoleSessions, SESSION_HOURS } from './console-session.service.js';
import { LOGIN_SECONDS, loginCookieName } from './login-transaction.js';
import { loginFailedPage } from '../pages/login-failed-page.js';
import { SESSION_COOKIE } from './session-cookie.js';

const LOGIN_PATH = '/console/auth';

@Controller('console/auth')
export class ConsoleLoginController {
  constructor(
    private readonly config: Config,
    private readonly login: ConsoleLogin,
    private readonly sessions: ConsoleSessions,
  ) {}

  @Get('login')
  async begin(
    @Query('return') wish: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const begun = await this.login.begin(wish);
    reply.header('cache-control', 'no-store');
    if (!begun.ok) {
      await this.showFailure(reply, begun.refusal, request);
      return;
    }
    const { url, cookie } = begun.value;
    reply.setCookie(cookie.name, cookie.value, { ...this.attributes(LOGIN_PATH), maxAge: LOGIN_SECONDS });
    await reply.redirect(url, 303);
  }

  @Get('callback')
  async finish(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = new URL(request.url, 'http://callback.invalid').search;
    const state = new URLSearchParams(query).get('state') ?? '';
    const done = await this.login.finish(query, request.cookies);
    reply.clearCookie(loginCookieName(state), this.attributes(LOGIN_PATH)).header('cache-control', 'no-store');
    if (!done.ok) {
      await this.showFailure(reply, done.refusal, request);
      return;
    }
    reply.setCookie(SESSION_COOKIE, done.value.sessionCookie, {
      ...this.attributes('/'),
      maxAge: SESSION_HOURS * 3_600,
    });
    await reply.redirect(`${this.config.publicUrl}${done.value.returnTo}`, 303);
  }

  /** Ends the session here and answers where the browser should go to end it at the provider. */
  @Post('logout')
  @HttpCode(200)
  @UseGuards(PrincipalGuard)
  async end(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ redirectTo: string }> {
    const idToken = await this.sessions.end(request.headers.cookie);
    reply.clearCookie(SESSION_COOKIE, this.attributes('/')).header('cache-control', 'no-store');
    return { redirectTo: await this.login.endUrl(idToken) };
  }

  private showFailure(reply: FastifyReply, { code }: Refusal, request: FastifyRequest): Promise<void> {
    const page = loginFailedPage(languageOf(request.headers['accept-language']), code === 'UNAVAILABLE');
    return sendPage(reply, code === 'UNAVAILABLE' ? 503 : 401, page);
  }

  private attributes(path: string) {
    return { path, httpOnly: true, sameSite: 'lax', secure: this.config.publicUrl.startsWith('https:') } as const;
  }
}
