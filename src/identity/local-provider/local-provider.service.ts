import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Config } from '../../config/config.js';
import { assertLocalProviderAllowed } from './allowed.js';
import { mountLocalProvider } from './mount.js';
import { createLocalProvider, PROVIDER_PATH } from './provider.js';
import { loadProviderKeys } from './provider-keys.js';
import { LocalDirectorySeed } from './seed.js';

/** Brings the embedded provider up with the engine, when no other provider is configured and this process serves requests. */
@Injectable()
export class LocalProvider implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly adapters: HttpAdapterHost,
    private readonly seed: LocalDirectorySeed,
  ) {}

  /** Throws `StartupProblem` where fixed passwords would be a hole. */
  async onModuleInit(): Promise<void> {
    if (!this.config.localProvider || this.config.role === 'worker') return;
    assertLocalProviderAllowed(this.config);
    await this.seed.run(`${this.config.publicUrl}${PROVIDER_PATH}`);
    const server = this.adapters.httpAdapter?.getInstance<FastifyInstance>();
    if (server === undefined) return;
    const provider = await createLocalProvider(this.config, loadProviderKeys(this.config.dataDir));
    await mountLocalProvider(server, provider);
  }
}
