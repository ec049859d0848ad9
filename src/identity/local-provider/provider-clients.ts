import type { ClientMetadata } from 'oidc-provider';
import type { Config } from '../../config/config.js';

export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The client with which a script obtains a person's token; see `issueToken`. Nothing listens at its redirect address. */
export const CLI_CLIENT = { id: 'countersign-cli', redirectUri: 'http://127.0.0.1/countersign-cli' } as const;

/** The agents of the demonstration. Their secrets are public, as the people's passwords are. */
export const LOCAL_AGENTS: readonly { readonly id: string; readonly secret: string; readonly name: string }[] = [
  { id: 'order-assistant', secret: 'order-assistant-demo', name: 'Order assistant' },
  { id: 'order-researcher', secret: 'order-researcher-demo', name: 'Order researcher' },
];

type ClientConfig = Pick<Config, 'publicUrl' | 'consoleClientId' | 'consoleClientSecret'>;

/** The clients that belong to the demonstration itself. */
export function localClients(config: ClientConfig): ClientMetadata[] {
  return [
    {
      client_id: config.consoleClientId,
      client_name: 'Countersign console',
      application_type: 'web',
      redirect_uris: [`${config.publicUrl}/console/auth/callback`],
      post_logout_redirect_uris: [`${config.publicUrl}/console/`],
      ...(config.consoleClientSecret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { token_endpoint_auth_method: 'client_secret_post', client_secret: config.consoleClientSecret }),
    },
    {
      client_id: CLI_CLIENT.id,
      client_name: 'Countersign command line',
      application_type: 'web',
      redirect_uris: [CLI_CLIENT.redirectUri],
      token_endpoint_auth_method: 'none',
    },
    ...LOCAL_AGENTS.map(
      (agent): ClientMetadata => ({
        client_id: agent.id,
        client_name: agent.name,
        client_secret: agent.secret,
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: [TOKEN_EXCHANGE],
        response_types: [],
        redirect_uris: [],
      }),
    ),
  ];
}

/** Clients of the house need no consent; whoever registered itself does, each time. */
export function isFirstParty(config: Pick<Config, 'consoleClientId'>, clientId: string): boolean {
  return clientId === config.consoleClientId || clientId === CLI_CLIENT.id;
}
