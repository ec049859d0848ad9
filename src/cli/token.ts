import { StartupProblem } from '../shared/startup-problem.js';
import { issueToken } from '../identity/local-provider/issue-token.js';

interface TokenOptions {
  readonly as: string;
  readonly agent?: string[];
  readonly url: string;
}

/** Prints a token and nothing else, so that it can be used in a command line. */
export async function printToken({ as, agent, url }: TokenOptions): Promise<void> {
  const base = url.replace(/\/+$/, '');
  const wish = { issuer: `${base}/oidc`, resource: `${base}/mcp`, as, ...(agent ? { agents: agent } : {}) };
  const issued = await issueToken(wish).catch((error: unknown) => {
    // What fetch throws when nothing answers there.
    if (!(error instanceof TypeError)) throw error;
    throw new StartupProblem([`Nothing answers at ${base}. Is the engine running? Start it with: npm start`]);
  });
  if (issued.ok) {
    console.log(issued.value.accessToken);
    return;
  }
  console.error(issued.refusal.message);
  process.exitCode = 1;
}
