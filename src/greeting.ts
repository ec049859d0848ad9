import type { Config } from './config/config.js';
import { LOCAL_PEOPLE } from './identity/local-provider/people.js';

/** What a person reads when the engine is ready: where to look, who can log in, how an agent connects. */
export function greeting(config: Config): string {
  const lines = [
    '',
    `Countersign is ready.`,
    `  Console   ${config.publicUrl}/console`,
    `  MCP       ${config.publicUrl}/mcp`,
  ];
  lines.push(`  REST      ${config.publicUrl}/v1, documented at ${config.publicUrl}/docs`);
  lines.push(`  Queue     ${config.redisUrl === undefined ? 'PostgreSQL' : 'Redis'}`);
  if (config.localProvider) lines.push('', ...people(), '', ...connect(config));
  return `${lines.join('\n')}\n`;
}

function people(): string[] {
  const rows = LOCAL_PEOPLE.map(({ tenant, username, password, about }) => [tenant, username, password, about.en]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return [
    'People who can log in here (local mode only):',
    ...rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`),
  ];
}

function connect(config: Config): string[] {
  const entry = { mcpServers: { countersign: { type: 'http', url: `${config.publicUrl}/mcp` } } };
  return [
    'Connect an agent: paste this into the configuration of an MCP host. It will open a login in the browser.',
    ...JSON.stringify(entry, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
    'A host without OAuth needs a header "Authorization: Bearer …" with a token from:',
    '  npm run --silent countersign -- token --as erin --agent order-assistant',
    '',
    'Stop with Ctrl-C.',
  ];
}
