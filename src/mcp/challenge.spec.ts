import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../../test/support/mcp-fixtures.js';
import { challenge, resourceMetadata, scopesOf } from './challenge.js';

const METADATA = 'https://countersign.example/.well-known/oauth-protected-resource/mcp';

describe('the challenge', () => {
  it('has no error when no token was sent', () => {
    expect(challenge(['orders:cancel', 'orders:read'], METADATA)).toBe(
      `Bearer scope="orders:cancel orders:read", resource_metadata="${METADATA}"`,
    );
  });

  it('names the fault of a token, and all scopes at once', () => {
    const fault = { error: 'insufficient_scope', description: 'A scope is lacking.' } as const;

    expect(challenge(['a', 'b'], METADATA, fault)).toBe(
      `Bearer error="insufficient_scope", error_description="A scope is lacking.", scope="a b", resource_metadata="${METADATA}"`,
    );
  });

  it('has no empty scope, which no grammar allows', () => {
    expect(challenge([], METADATA)).toBe(`Bearer resource_metadata="${METADATA}"`);
  });

  it('cannot be ended early or broken into lines by a text inside it', () => {
    const fault = { error: 'invalid_token', description: 'x", realm="evil\\\r\nSet-Cookie: a=b' } as const;

    expect(challenge([], METADATA, fault)).toBe(
      `Bearer error="invalid_token", error_description="x , realm= evil   Set-Cookie: a=b", resource_metadata="${METADATA}"`,
    );
  });
});

describe('the protected resource metadata', () => {
  it('names the resource, the one issuer and every scope that a tool needs, once', () => {
    expect(resourceMetadata('https://countersign.example/mcp', 'https://login.example', scopesOf(CONTRACTS))).toEqual({
      resource: 'https://countersign.example/mcp',
      authorization_servers: ['https://login.example'],
      scopes_supported: ['orders:cancel', 'orders:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'Countersign',
    });
  });
});
