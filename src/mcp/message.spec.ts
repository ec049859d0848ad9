import { describe, expect, it } from 'vitest';
import { calledTool, MAX_BODY, readMessage } from './message.js';

const read = (text: string) => readMessage(Buffer.from(text));

/** `{"id":…,"params":{"arguments":…}}` with arguments of so many levels. */
function nested(levels: number): string {
  return `{"id":1,"params":{"arguments":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
}

describe('the body of a request', () => {
  it('is one JSON-RPC message, frozen and without prototypes', () => {
    const result = read('{"jsonrpc":"2.0","id":1,"method":"ping"}');

    if (!result.ok) throw new Error('refused');
    expect(result.message).toEqual({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(Object.getPrototypeOf(result.message)).toBeNull();
    expect(Object.isFrozen(result.message)).toBe(true);
  });

  it.each([
    ['a repeated key', '{"id":7,"params":{"arguments":{"orderId":"A","orderId":"B"}}}', '/params/arguments/orderId'],
    [
      'a key that reaches into prototypes',
      '{"id":7,"params":{"arguments":{"__proto__":1}}}',
      '/params/arguments/__proto__',
    ],
    ['a number that others would hold differently', '{"id":7,"params":{"n":1e999}}', '/params/n'],
  ])('is refused for %s, under its own id and with the place', (_what, body, pointer) => {
    expect(read(body)).toMatchObject({
      ok: false,
      failure: { id: 7, error: { code: -32602, data: { code: 'INVALID_ARGUMENTS', errors: [{ pointer }] } } },
    });
  });

  it.each([['{"id":1'], [''], ['\ufeff{"id":1}'], ['{"id":1}{"id":2}']])('is refused as no JSON at all: %j', (body) => {
    expect(read(body)).toMatchObject({ ok: false, failure: { id: null, error: { code: -32700 } } });
  });

  it('is refused when there is none', () => {
    expect(readMessage(undefined)).toMatchObject({ ok: false, failure: { error: { code: -32700 } } });
    expect(readMessage({ id: 1 })).toMatchObject({ ok: false, failure: { error: { code: -32700 } } });
  });

  it.each([['[{"jsonrpc":"2.0","id":1,"method":"ping"}]'], ['[]'], ['null'], ['"ping"']])(
    'is refused as a batch or a bare value: %s',
    (body) => {
      expect(read(body)).toMatchObject({ ok: false, failure: { id: null, error: { code: -32600 } } });
    },
  );

  it('takes 64 KiB of arguments written in escapes, and nothing longer than the limit', () => {
    const escaped = `{"id":1,"params":{"arguments":{"a":"${'\\u0061'.repeat(65_000)}"}}}`;

    expect(read(escaped).ok).toBe(true);
    expect(read(`{"id":1,"a":"${'a'.repeat(MAX_BODY)}"}`).ok).toBe(false);
  });

  it('takes arguments as deep as the engine takes them', () => {
    expect(read(nested(32)).ok).toBe(true);
    expect(read(nested(33)).ok).toBe(false);
  });

  it('does not echo an endless id or an endless key', () => {
    const id = read(`{"id":"${'i'.repeat(300)}","a":1,"a":2}`);
    const key = read(`{"id":1,"${'k'.repeat(300)}":{"a":1,"a":2}}`);

    expect(id).toMatchObject({ failure: { id: null } });
    expect(JSON.stringify(key).length).toBeLessThan(500);
  });
});

describe('the tool that a message calls', () => {
  it.each([
    [{ method: 'tools/call', params: { name: 'orders_get_v1' } }, 'orders_get_v1'],
    [{ method: 'tools/list', params: { name: 'orders_get_v1' } }, undefined],
    [{ method: 'tools/call', params: { name: 7 } }, undefined],
    [{ method: 'tools/call', params: ['orders_get_v1'] }, undefined],
    [{ method: 'tools/call' }, undefined],
  ])('of %j is %j', (message, tool) => {
    expect(calledTool(message)).toBe(tool);
  });
});
