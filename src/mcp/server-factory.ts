import { type AuthInfo, type McpServerFactory, Server } from '@modelcontextprotocol/server';
import type { Principal } from '../identity/principal.js';
import { INSTRUCTIONS } from './instructions.js';
import type { ToolCalls } from './tool-calls.js';

/** The verified principals behind the SDK's `AuthInfo`. The token itself stays behind: nothing past the door could leak it. */
export class Callers {
  private readonly principals = new WeakMap<AuthInfo, Principal>();

  admit(principal: Principal): AuthInfo {
    const admitted: AuthInfo = {
      token: '',
      clientId: principal.client,
      scopes: [...principal.scopes],
      expiresAt: principal.tokenExpiresAt,
    };
    this.principals.set(admitted, principal);
    return admitted;
  }

  /** Throws for anything that `admit` did not hand out: nobody is served without a verified principal. */
  principalOf(authInfo: AuthInfo | undefined): Principal {
    const principal = authInfo === undefined ? undefined : this.principals.get(authInfo);
    if (principal === undefined) throw new Error('an MCP message arrived without a verified principal');
    return principal;
  }
}

/** Makes the server for one message of one principal. The same factory serves every generation of the protocol. */
export function serverFactory(callers: Callers, tools: ToolCalls, version: string): McpServerFactory {
  const info = { name: 'countersign', title: 'Countersign', version };
  return ({ authInfo }) => {
    const caller = callers.principalOf(authInfo);
    const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    server.setRequestHandler('tools/list', () => ({ tools: tools.list(caller) }));
    server.setRequestHandler('tools/call', ({ params }) => tools.call(caller, params));
    return server;
  };
}
