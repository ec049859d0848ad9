import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Relay } from '../queue/relay.js';

/** Figures of this process in Prometheus' text format. No label holds an id, a person or a tenant. */
@Injectable()
export class MetricsService implements OnModuleInit {
  private readonly registry = new Registry();
  private readonly duration = new Histogram({
    name: 'countersign_http_request_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  private readonly due = new Gauge({
    name: 'countersign_wakeups_due',
    help: 'Wake-ups in the outbox that are due',
    registers: [this.registry],
  });
  private readonly oldest = new Gauge({
    name: 'countersign_wakeups_oldest_seconds',
    help: 'How long the oldest due wake-up has waited',
    registers: [this.registry],
  });

  constructor(
    private readonly adapters: HttpAdapterHost,
    private readonly relay: Relay,
  ) {}

  onModuleInit(): void {
    collectDefaultMetrics({ register: this.registry, prefix: 'countersign_' });
    const server = this.adapters.httpAdapter?.getInstance<FastifyInstance>();
    server?.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      this.duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    });
  }

  async text(): Promise<string> {
    const { due, oldestMs } = await this.relay.lag();
    this.due.set(due);
    this.oldest.set(oldestMs / 1000);
    return this.registry.metrics();
  }
}
