import { FastifyAdapter } from '@nestjs/platform-fastify';
import { newId } from '../shared/ids.js';
import { ProblemFilter } from './problem.filter.js';

/** Fastify as Nest drives it, with one error handler for everything: our problems. Request ids are the trace ids of answers. */
export class HttpAdapter extends FastifyAdapter {
  constructor(problems: ProblemFilter) {
    super({ genReqId: newId, routerOptions: { maxParamLength: 200 } });
    // Now, because routes of plugins keep the handler that is there when they are registered.
    const server = this.getInstance();
    server.setErrorHandler((error, request, reply) => problems.answer(error, request, reply));
    // A connection whose last answer is given while we stop would keep the process for as long as it may stay idle.
    server.addHook('preClose', async () => {
      server.server.keepAliveTimeout = 1;
    });
  }

  /** Nest would install its own handler at the end of the start, over ours. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }
}
