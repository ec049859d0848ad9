import type { Config } from '../../config/config.js';
import { StartupProblem } from '../../shared/startup-problem.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * The embedded provider has fixed passwords that anybody can read in the source. Throws `StartupProblem` when the engine
 * could be reached from elsewhere, or when it is told that this is production.
 */
export function assertLocalProviderAllowed(config: Pick<Config, 'host' | 'publicUrl' | 'production'>): void {
  const problems: string[] = [];
  if (config.production) problems.push('NODE_ENV is "production".');
  if (!LOOPBACK.test(config.host)) problems.push(`HOST is "${config.host}", which other machines can reach.`);
  const { hostname } = new URL(config.publicUrl);
  if (!LOOPBACK.test(hostname)) problems.push(`PUBLIC_URL names "${hostname}", which is not this machine.`);
  if (problems.length === 0) return;
  throw new StartupProblem([
    'The embedded identity provider is for trying Countersign out on one machine: its passwords are public.',
    ...problems,
    'Set OIDC_ISSUER to your own identity provider, or listen on 127.0.0.1.',
  ]);
}
