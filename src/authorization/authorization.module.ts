import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import { ContractsModule } from '../contracts/contracts.module.js';
import { StartupProblem } from '../shared/startup-problem.js';
import { loadPolicies } from './load-policies.js';
import { PolicyStore } from './policy.store.js';
import { PolicyEngine } from './policy-engine.js';

/** Loads, checks and publishes the policies before anybody is authorized. A broken file stops the start. */
@Global()
@Module({
  imports: [ContractsModule],
  providers: [
    PolicyStore,
    {
      provide: PolicyEngine,
      inject: [Config, ContractRegistry, PolicyStore],
      useFactory: async (config: Config, contracts: ContractRegistry, store: PolicyStore): Promise<PolicyEngine> => {
        const engine = loadPolicies(config.policiesDir, contracts);
        if ((await store.publish(engine)) === engine.canonical) return engine;
        throw new StartupProblem([
          `The database holds another text under the digest of these policies (${engine.digest}), so its evidence cannot be trusted.`,
        ]);
      },
    },
  ],
  exports: [PolicyEngine],
})
export class AuthorizationModule {}
