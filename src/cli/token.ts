import { issueToken } from '../identity/local-provider/issue-token.js';

interface TokenOptions {
  readonly as: string;
  readonly agent?: string[];
  readonly url: string;
}

/** Prints a token and nothing else, so that it can be used in a command line. */
export async function printToken({ as, agent, url }: TokenOptions): Promise<void> {
  const base = url.replace(/\/+$/, '');
  const issued = await issueToken({
    issuer: `${base}/oidc`,
    resource: `${base}/mcp`,
    as,
    ...(agent ? { agents: agent } : {}),
  });
  if (issued.ok) {
    console.log(issued.value.accessToken);
    return;
  }
  console.error(issued.refusal.message);
  process.exitCode = 1;
}
