import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { PolicyEngine } from '../authorization/policy-engine.js';
import { Config } from '../config/config.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import type { Principal } from '../identity/principal.js';
import { ok, type Result, refuse } from '../shared/errors.js';

const MINUTE = 60;

/**
 * Calls a minute, per principal and per tenant: over all tools by the policy's figures, of each tool by its contract's. Counted in Redis when there is one, else in this
 * process. A limiter that cannot be asked falls back to this process: it never opens the door wider than one process would.
 */
@Injectable()
export class Limits implements OnApplicationShutdown {
  private readonly limiters = new Map<string, RateLimiterAbstract>();
  private redis: Redis | undefined;

  constructor(
    private readonly config: Config,
    private readonly policy: PolicyEngine,
  ) {}

  async take(principal: Principal, { contract }: PublishedContract): Promise<Result<void>> {
    const { perPrincipalPerMinute, perTenantPerMinute } = contract.limits;
    const { principalPerMinute, tenantPerMinute } = this.policy.limits;
    const asked = [
      { points: principalPerMinute, key: `p:${principal.tenant}:${principal.id}` },
      { points: tenantPerMinute, key: `t:${principal.tenant}` },
      { points: perPrincipalPerMinute, key: `p:${principal.tenant}:${principal.id}:${contract.id}` },
      { points: perTenantPerMinute, key: `t:${principal.tenant}:${contract.id}` },
    ];
    for (const { points, key } of asked) {
      try {
        await this.limiter(points).consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfterMs = Math.max(1, error.msBeforeNext);
        return refuse('RATE_LIMITED', 'Too many calls in the last minute. Wait before the next one.', {
          retryAfterMs,
        });
      }
    }
    return ok(undefined);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private limiter(points: number): RateLimiterAbstract {
    const name = String(points);
    const known = this.limiters.get(name);
    if (known) return known;
    const memory = new RateLimiterMemory({ points, duration: MINUTE });
    const limiter = this.config.redisUrl === undefined ? memory : this.inRedis(this.config.redisUrl, points, memory);
    this.limiters.set(name, limiter);
    return limiter;
  }

  private inRedis(url: string, points: number, insuranceLimiter: RateLimiterMemory): RateLimiterAbstract {
    if (this.redis === undefined) {
      this.redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
      this.redis.on('error', () => undefined);
    }
    return new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix: 'countersign:limit',
      points,
      duration: MINUTE,
      insuranceLimiter,
    });
  }
}
