import 'reflect-metadata';
import { Command } from 'commander';
import { StartupProblem } from '../shared/startup-problem.js';
import { migrateDatabase } from './migrate.js';
import { testPolicies } from './policy-test.js';
import { addTenant } from './tenant.js';
import { printToken } from './token.js';

const program = new Command('countersign').description('Approvals, exactly-once execution and evidence for agents.');

program
  .command('policy')
  .description('work with policies')
  .command('test')
  .description('run the tests beside the policies (*.test.yaml); exits with 1 when one fails')
  .option('--policies <folder>', 'folder of the policies', 'policies')
  .option('--contracts <folder>', 'folder of the tool contracts', 'contracts')
  .action(testPolicies);

program
  .command('migrate')
  .description('bring the database up to date and stop (DATABASE_OWNER_URL or DATABASE_URL)')
  .action(migrateDatabase);

const tenant = program.command('tenant').description('work with tenants');
tenant
  .command('add <id> <name>')
  .description(
    'let a tenant of the identity provider in (DATABASE_OWNER_URL or DATABASE_URL); its people come with their tokens',
  )
  .action(addTenant);

program
  .command('token')
  .description('print an access token of somebody of the local provider, for a host without OAuth')
  .requiredOption('--as <person>', 'user name, e.g. erin')
  .option('--agent <name...>', 'agents that act for the person, e.g. order-assistant')
  .option('--url <url>', 'where the engine runs', process.env['PUBLIC_URL'] ?? 'http://127.0.0.1:4310')
  .action(printToken);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error;
  console.error(error.lines.join('\n'));
  process.exitCode = 1;
}
