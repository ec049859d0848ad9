import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/unavailable.js';
import { type Refusal, RefusalError, refusal } from '../shared/errors.js';
import { problemHeaders, problemOf } from './problem.js';

/**
 * Every exception becomes a problem of the taxonomy, whether Nest's routes threw it or Fastify did before any route was reached
 * (a body that is no strict JSON). What is no refusal is a fault: logged whole, answered with a trace id only.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    this.answer(
      error,
      host.switchToHttp().getRequest<FastifyRequest>(),
      host.switchToHttp().getResponse<FastifyReply>(),
    );
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refused = this.refusalOf(error, request);
    const problem = problemOf(refused, request.id);
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    void reply
      .status(problem.status)
      .headers(problemHeaders(refused))
      .header('cache-control', 'no-store')
      .type('application/problem+json')
      .send(problem);
  }

  private refusalOf(error: unknown, request: FastifyRequest): Refusal {
    if (error instanceof RefusalError) return error.refusal;
    if (error instanceof DatabaseUnavailable) {
      return refusal('UNAVAILABLE', 'The engine cannot reach its database at present. Try again.');
    }
    const status = statusOf(error);
    if (status === 404) return refusal('NOT_FOUND', 'There is nothing at this address.');
    if (status === 413) return refusal('INVALID_ARGUMENTS', 'The request body is too large.');
    if (status === 415) return refusal('INVALID_ARGUMENTS', 'Send the body as application/json.');
    if (status !== undefined && status >= 400 && status < 500)
      return refusal('INVALID_ARGUMENTS', 'The request is malformed.');
    this.log.error(
      `${request.method} ${request.routeOptions?.url ?? '?'} failed (trace ${request.id})`,
      stackOf(error),
    );
    return refusal('INTERNAL', `Something went wrong on our side. Quote the trace id ${request.id}.`);
  }
}

/** Nest's and Fastify's own errors carry a status; anything else is a fault. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : undefined;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
