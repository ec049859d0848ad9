import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { ErrorCode, Refusal } from '../shared/errors.js';
import { challenge, type TokenFault } from './challenge.js';
import { type JsonRpcFailure, jsonRpcFailure } from './message.js';

/** An answer that is given before any MCP server sees the message. */
export interface HttpRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonRpcFailure;
}

/** JSON-RPC 2.0 §5.1 leaves -32000 to -32099 to servers; the code that means something is in `data`. */
const SERVER_ERROR = -32_000;

/** 401 for a token that is missing or no good, 503 when it cannot be checked at present (RFC 6750 §3.1). */
export function tokenRefused(refused: Refusal, scopes: readonly string[], metadataUrl: string): HttpRefusal {
  const { code, message, retryable, details } = refused;
  if (code !== 'UNAUTHENTICATED') return httpRefusal(503, code, message, retryable, { 'retry-after': '2' });
  const fault: TokenFault | undefined =
    details?.['error'] === 'missing_token' ? undefined : { error: 'invalid_token', description: message };
  return httpRefusal(401, code, message, retryable, { 'www-authenticate': challenge(scopes, metadataUrl, fault) });
}

/** 403 with every scope that the call needs in one challenge, so that the client asks the user once (RFC 6750 §3.1). */
export function scopesLacking(scopes: readonly string[], metadataUrl: string): HttpRefusal {
  const description = 'The access token lacks a scope that this call needs.';
  const header = challenge(scopes, metadataUrl, { error: 'insufficient_scope', description });
  return httpRefusal(403, 'FORBIDDEN', description, false, { 'www-authenticate': header });
}

export function hostRefused(): HttpRefusal {
  return httpRefusal(403, 'FORBIDDEN', 'This server does not answer under that name.', false);
}

export function originRefused(): HttpRefusal {
  return httpRefusal(403, 'FORBIDDEN', 'Pages of that origin may not talk to this server.', false);
}

/** Every message is a POST of its own: there is no session to listen to or to end. */
export function methodRefused(): HttpRefusal {
  return httpRefusal(405, 'INVALID_ARGUMENTS', 'Only POST is served here.', false, { allow: 'POST' });
}

export function tooLarge(limit: number): HttpRefusal {
  return httpRefusal(413, 'INVALID_ARGUMENTS', `A message has at most ${limit} bytes.`, false);
}

export function mediaTypeRefused(): HttpRefusal {
  return httpRefusal(415, 'INVALID_ARGUMENTS', 'A message is sent as application/json.', false);
}

export function badMessage(body: JsonRpcFailure): HttpRefusal {
  return { status: 400, headers: {}, body };
}

/** A fault of ours before the message was dispatched: a trace id and nothing else. */
export function faulty(traceId: string): HttpRefusal {
  const message = 'Something went wrong here. Give the user the trace id.';
  const body = jsonRpcFailure(ProtocolErrorCode.InternalError, message, {
    code: 'INTERNAL',
    retryable: false,
    traceId,
  });
  return { status: 500, headers: {}, body };
}

export function unavailable(): HttpRefusal {
  const message = 'The service is not available at present. Send the same message again in some seconds.';
  return httpRefusal(503, 'UNAVAILABLE', message, true, { 'retry-after': '2' });
}

function httpRefusal(
  status: number,
  code: ErrorCode,
  message: string,
  retryable: boolean,
  headers: Readonly<Record<string, string>> = {},
): HttpRefusal {
  return { status, headers, body: jsonRpcFailure(SERVER_ERROR, message, { code, retryable }) };
}
