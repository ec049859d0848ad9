import type { ContractRegistry } from '../contracts/contract-registry.js';

/** Protected resource metadata (RFC 9728 §2): where a client gets a token for this server. */
export interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
  readonly resource_name: string;
}

/** RFC 9728 §3.1: the well-known part goes in front of the path of the resource. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

export function resourceMetadata(resource: string, issuer: string, scopes: readonly string[]): ResourceMetadata {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Countersign',
  };
}

/** Every scope that any tool needs, sorted. */
export function scopesOf(registry: ContractRegistry): readonly string[] {
  return [...new Set(registry.all().flatMap(({ contract }) => contract.scopes))].sort();
}

/** What is wrong with the token that came along; absent when none came (RFC 6750 §3.1 wants no error then). */
export interface TokenFault {
  readonly error: 'invalid_token' | 'insufficient_scope';
  readonly description: string;
}

/** The value of `WWW-Authenticate` (RFC 6750 §3, RFC 9728 §5.1). `scopes` are all that the request needs, in one challenge. */
export function challenge(scopes: readonly string[], metadataUrl: string, fault?: TokenFault): string {
  const parameters = [
    ...(fault === undefined ? [] : [`error=${quoted(fault.error)}`, `error_description=${quoted(fault.description)}`]),
    ...(scopes.length === 0 ? [] : [`scope=${quoted(scopes.join(' '))}`]),
    `resource_metadata=${quoted(metadataUrl)}`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}

/** A quoted-string; what RFC 6750 does not allow inside one becomes a space, so that nothing can end it early. */
function quoted(text: string): string {
  return `"${text.replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, ' ')}"`;
}
