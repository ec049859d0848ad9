import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { MAX_DEPTH, readStrictJson } from '../canonical/json-reader.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { ErrorCode } from '../shared/errors.js';

/** 64 KiB of arguments, written wholly in six-byte escapes, and what is around them. */
export const MAX_BODY = 512 * 1024;

/** The arguments lie two objects deep in a message. */
const LIMITS = { maxBytes: MAX_BODY, maxDepth: MAX_DEPTH + 2 };
const MAX_ECHO = 200;

export interface JsonRpcFailure {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string; readonly data: Readonly<Record<string, unknown>> };
}

export type MessageRead =
  | { readonly ok: true; readonly message: JsonObject }
  | { readonly ok: false; readonly failure: JsonRpcFailure };

/** An error answer to a message, in the shape of JSON-RPC 2.0 §5.1 with a code of our taxonomy in `data`. */
export function jsonRpcFailure(
  code: number,
  message: string,
  data: { readonly code: ErrorCode; readonly [detail: string]: unknown },
  id: string | number | null = null,
): JsonRpcFailure {
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}

/**
 * Reads one JSON-RPC message from the raw bytes, once: the value that the strict reader answers is the one that is dispatched,
 * so nothing can hide in a second reading (a repeated key of which one parser takes the first and another the last). Refuses
 * batches too, which the protocol dropped with 2025-06-18: one request could wait, and count, a hundred times.
 */
export function readMessage(body: unknown): MessageRead {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  const read = readStrictJson(bytes, LIMITS);
  if (!read.ok) return { ok: false, failure: unreadable(bytes, read.reason, read.pointer) };
  if (isObject(read.value)) return { ok: true, message: read.value };
  const data = { code: 'INVALID_ARGUMENTS', retryable: false } as const;
  return {
    ok: false,
    failure: jsonRpcFailure(
      ProtocolErrorCode.InvalidRequest,
      'The body must be one JSON-RPC message; batches are not served.',
      data,
    ),
  };
}

/** The tool that a message calls, when it is a call of a tool. */
export function calledTool(message: JsonObject): string | undefined {
  if (message['method'] !== 'tools/call' || !isObject(message['params'])) return undefined;
  const { name } = message['params'];
  return typeof name === 'string' ? name : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(bytes: Uint8Array, reason: string, pointer: string): JsonRpcFailure {
  const lenient = parseLeniently(bytes);
  const place = pointer.length > MAX_ECHO ? `${pointer.slice(0, MAX_ECHO)}…` : pointer;
  const data = { code: 'INVALID_ARGUMENTS', retryable: false, errors: [{ pointer: place, message: reason }] } as const;
  if (lenient === undefined)
    return jsonRpcFailure(ProtocolErrorCode.ParseError, `The body is not JSON: ${reason}.`, data);
  return jsonRpcFailure(
    ProtocolErrorCode.InvalidParams,
    `The body is not acceptable JSON: ${reason}.`,
    data,
    lenient.id,
  );
}

/** For the error answer only: tells bad JSON from JSON that we do not take, and whose request it was. */
function parseLeniently(bytes: Uint8Array): { readonly id: string | number | null } | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
    if (typeof id === 'string') return { id: id.length > MAX_ECHO ? null : id };
    return { id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null };
  } catch {
    return undefined;
  }
}
