import { afterEach, describe, expect, it } from 'vitest';
import { PolicyEngine } from '../authorization/policy-engine.js';
import { readConfig } from '../config/config.js';
import type { PublishedContract } from '../contracts/published-contract.js';
import type { Principal } from '../identity/principal.js';
import { Limits } from './limits.js';

const limits: Limits[] = [];
afterEach(() => {
  for (const one of limits.splice(0)) one.onApplicationShutdown();
});

function limited(overall: { principal: number; tenant: number }, env: NodeJS.ProcessEnv = {}): Limits {
  const policy = { limits: { principalPerMinute: overall.principal, tenantPerMinute: overall.tenant } };
  const config = readConfig({ DATABASE_URL: 'postgres://localhost/x', ...env });
  const made = new Limits(config, policy as PolicyEngine);
  limits.push(made);
  return made;
}

const wide = { principal: 1_000, tenant: 1_000 };
const who = (id: string, tenant = 'acme') => ({ id, tenant }) as Principal;
const tool = (id: string, perPrincipalPerMinute = 1_000, perTenantPerMinute = 1_000) =>
  ({ contract: { id, limits: { perPrincipalPerMinute, perTenantPerMinute } } }) as PublishedContract;

async function passes(limits: Limits, calls: readonly (readonly [Principal, PublishedContract])[]): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (const [principal, contract] of calls) passed.push((await limits.take(principal, contract)).ok);
  return passed;
}

describe('calls in a minute', () => {
  it('of one tool are bounded for each principal by the contract', async () => {
    const [erin, sam, cancel] = [who('erin'), who('sam'), tool('cancel', 2)];
    expect(
      await passes(limited(wide), [
        [erin, cancel],
        [erin, cancel],
        [erin, cancel],
        [sam, cancel],
      ]),
    ).toEqual([...[true, true, false, true]]);
  });

  it('of one tool are bounded for each tenant by the contract', async () => {
    const cancel = tool('cancel', 1_000, 2);
    const calls = ['a', 'b', 'c'].map((id) => [who(id), cancel] as const);
    expect(await passes(limited(wide), [...calls, [who('g', 'globex'), cancel]])).toEqual([true, true, false, true]);
  });

  it('of different tools do not use up one another', async () => {
    const calls = [tool('a', 1, 1), tool('b', 1, 1)].map((one) => [who('erin'), one] as const);
    expect(await passes(limited(wide), calls)).toEqual([true, true]);
  });

  it('over all tools are bounded for each principal and each tenant by policy', async () => {
    const tools = ['a', 'b', 'c'].map((id) => tool(id));
    const ofErin = tools.map((one) => [who('erin'), one] as const);
    expect(await passes(limited({ principal: 2, tenant: 1_000 }), ofErin)).toEqual([true, true, false]);
    const ofMany = tools.map((one, i) => [who(`p${i}`), one] as const);
    expect(await passes(limited({ principal: 1_000, tenant: 2 }), ofMany)).toEqual([true, true, false]);
  });

  it('that are too many are told when to come back', async () => {
    const tight = limited({ principal: 1, tenant: 1 });
    await tight.take(who('erin'), tool('a'));
    const refused = await tight.take(who('erin'), tool('a'));
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'RATE_LIMITED', retryable: true } });
    const after = refused.ok ? 0 : Number(refused.refusal.details?.['retryAfterMs']);
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(60_000);
  });

  it('are bounded by this process alone while Redis cannot be asked', async () => {
    const alone = limited(wide, { REDIS_URL: 'redis://127.0.0.1:1' });
    const cancel = tool('cancel', 2);
    const calls = [1, 2, 3].map(() => [who('erin'), cancel] as const);
    expect(await passes(alone, calls)).toEqual([true, true, false]);
  });
});
