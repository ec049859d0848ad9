import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { StartupProblem } from '../shared/startup-problem.js';
import { ContractStore } from './contract.store.js';
import { ContractRegistry } from './contract-registry.js';
import { ToolSwitchStore } from './tool-switch.store.js';
import { ToolSwitches } from './tool-switches.service.js';
import { loadContracts } from './load-contracts.js';

/** Loads, checks and publishes the contracts before anything can be called. A broken file stops the start. */
@Global()
@Module({
  providers: [
    ContractStore,
    ToolSwitchStore,
    ToolSwitches,
    {
      provide: ContractRegistry,
      inject: [Config, ContractStore],
      useFactory: async (config: Config, store: ContractStore): Promise<ContractRegistry> => {
        const registry = loadContracts(config.contractsDir);
        await publishContracts(registry, store);
        return registry;
      },
    },
  ],
  exports: [ContractRegistry, ToolSwitches],
})
export class ContractsModule {}

async function publishContracts(registry: ContractRegistry, store: ContractStore): Promise<void> {
  // Before publishing: a forged text must not become the current one.
  const contradicting = await store.contradicting(registry.all());
  if (contradicting.length === 0) return store.publish(registry.all());
  throw new StartupProblem([
    'The database holds other texts under the digests of these tool contracts, so its evidence cannot be trusted:',
    ...contradicting,
  ]);
}
