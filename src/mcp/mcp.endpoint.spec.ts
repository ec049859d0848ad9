import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type McpApp, sendAs, startMcp } from '../../test/support/mcp-app.js';
import { type Generation, type RawAnswer, type RawRequest, rawMessage } from '../../test/support/mcp-clients.js';
import { CANCELLED_ORDER } from '../../test/support/mcp-fixtures.js';
import { DatabaseUnavailable } from '../database/unavailable.js';
import { ok, refuse } from '../shared/errors.js';
import { MAX_BODY } from './message.js';
import { engineVersion } from './version.js';

const GENERATIONS: readonly Generation[] = ['2026-07-28', '2025-11-25', '2025-06-18'];
const ORDER = { orderId: 'A-100042' };

let app: McpApp;

beforeAll(async () => {
  app = await startMcp();
});

afterAll(() => app.stop());

beforeEach(() => {
  app.runtime.calls.length = 0;
  app.runtime.answer = async () => ok({ kind: 'result', value: CANCELLED_ORDER });
  app.tokens.asked = 0;
});

const send = (who: string | undefined, raw: RawRequest) => sendAs(app, who, raw);

function call(who: string, params: Record<string, unknown>, generation: Generation = '2025-06-18') {
  return send(who, rawMessage(generation, 'tools/call', params));
}

const list = (who: string, generation: Generation) => send(who, rawMessage(generation, 'tools/list'));

/** The error object that a tool result carries as text. */
function toolError(answer: RawAnswer): unknown {
  const { result } = answer.json() as { result: { isError?: boolean; content: { text: string }[] } };
  expect(result.isError).toBe(true);
  return JSON.parse(result.content[0]?.text ?? '');
}

describe.each(GENERATIONS)('a client of %s', (generation) => {
  it('lists its tools and calls one, with JSON answers', async () => {
    const listed = await list('erin', generation);
    const called = await call('erin', { name: 'orders_get_v1', arguments: ORDER }, generation);

    expect(listed.headers['content-type']).toBe('application/json');
    expect(listed.json()).toMatchObject({
      result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'orders_cancel_v1' })]) },
    });
    expect(called.headers['content-type']).toBe('application/json');
    expect(called.json()).toMatchObject({ result: { structuredContent: CANCELLED_ORDER } });
    expect(app.runtime.calls.map(({ request }) => request)).toEqual([{ tool: 'orders_get_v1', arguments: ORDER }]);
  });

  it('may call by the contract id', async () => {
    const called = await call('erin', { name: 'orders.get.v1', arguments: ORDER }, generation);

    expect(called.json()).toMatchObject({ result: { structuredContent: CANCELLED_ORDER } });
  });

  it('gets the same answer for a hidden tool as for one that does not exist', async () => {
    const hidden = await call('auditor', { name: 'orders_cancel_v1', arguments: {} }, generation);
    const unknown = await call('auditor', { name: 'no_such_tool_v1', arguments: {} }, generation);

    expect(unknown.json()).toMatchObject({ error: { code: -32602, data: { code: 'UNKNOWN_TOOL', retryable: false } } });
    expect(hidden.text).toBe(unknown.text);
    expect(hidden.status).toBe(unknown.status);
    expect(app.runtime.calls).toEqual([]);
  });

  it('gets that answer, too, when the tool is hidden while the call is on its way', async () => {
    const unknown = await call('erin', { name: 'no_such_tool_v1', arguments: {} }, generation);
    app.runtime.answer = async () => refuse('UNKNOWN_TOOL', 'There is no tool of this name.');
    const late = await call('erin', { name: 'orders_get_v1', arguments: ORDER }, generation);

    expect(late.text).toBe(unknown.text);
  });

  it('gets a trace id and nothing else of a fault', async () => {
    app.runtime.answer = () => Promise.reject(new Error('secret: password=hunter2'));
    const failed = await call('erin', { name: 'orders_get_v1', arguments: ORDER }, generation);

    expect(failed.text).not.toMatch(/secret|hunter2/);
    expect(toolError(failed)).toMatchObject({
      code: 'INTERNAL',
      retryable: false,
      details: { traceId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it('is told to try again when the database is away', async () => {
    app.runtime.answer = () => Promise.reject(new DatabaseUnavailable(new Error('ECONNREFUSED 10.0.0.7')));
    const failed = await call('erin', { name: 'orders_get_v1', arguments: ORDER }, generation);

    expect(failed.text).not.toContain('10.0.0.7');
    expect(toolError(failed)).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  });

  it('has its idempotency key and run handed on', async () => {
    const aside = { 'countersign/idempotencyKey': 'k-1', 'countersign/run': 'r-1' };
    await call('erin', { name: 'orders_cancel_v1', arguments: ORDER, _meta: aside }, generation);

    expect(app.runtime.calls[0]?.request).toMatchObject({ idempotencyKey: 'k-1', run: 'r-1' });
  });

  it('is refused a bad idempotency key before anything happens', async () => {
    const aside = { 'countersign/idempotencyKey': '' };
    const answer = await call('erin', { name: 'orders_cancel_v1', arguments: ORDER, _meta: aside }, generation);

    expect(toolError(answer)).toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(app.runtime.calls).toEqual([]);
  });
});

describe('what only one generation has', () => {
  it('is the word that lists are private and not to be kept', async () => {
    const modern = await list('erin', '2026-07-28');
    const legacy = await list('erin', '2025-11-25');

    expect(modern.json()).toMatchObject({ result: { ttlMs: 0, cacheScope: 'private' } });
    expect(legacy.text).not.toMatch(/ttlMs|cacheScope/);
  });

  it('is the handshake, which tells the version that is installed and how waiting works', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const answer = await send('erin', rawMessage('2025-06-18', 'initialize', params));

    expect(answer.json()).toMatchObject({
      result: {
        protocolVersion: '2025-06-18',
        serverInfo: { name: 'countersign', version: engineVersion() },
        instructions: expect.stringContaining('APPROVAL_REQUIRED'),
      },
    });
  });
});

describe('a message', () => {
  it('is read once: a key that stands there twice is refused before any server sees it', async () => {
    const { headers, body } = rawMessage('2025-06-18', 'tools/call', { name: 'orders_get_v1', arguments: ORDER });
    const twice = body.replace('"orderId":"A-100042"', '"orderId":"A-100042","order\\u0049d":"B-200000"');
    const answer = await send('erin', { headers, body: twice });

    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      id: 1,
      error: { code: -32602, data: { errors: [{ pointer: '/params/arguments/orderId' }] } },
    });
    expect(app.runtime.calls).toEqual([]);
  });

  it('has arguments of at most 64 KiB', async () => {
    const answer = await call('erin', { name: 'orders_get_v1', arguments: { orderId: 'x'.repeat(65_536) } });

    expect(toolError(answer)).toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(app.runtime.calls).toEqual([]);
  });

  it('hands on arguments that nobody can change any more', async () => {
    await call('erin', { name: 'orders_get_v1', arguments: ORDER });
    const args = app.runtime.calls[0]?.request.arguments ?? {};

    expect(Object.isFrozen(args)).toBe(true);
    expect(Object.getPrototypeOf(args)).toBeNull();
  });

  it('comes alone: a batch is refused', async () => {
    const { headers, body } = rawMessage('2025-06-18', 'tools/call', { name: 'orders_get_v1', arguments: ORDER });
    const answer = await send('erin', { headers, body: `[${body},${body}]` });

    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: -32600 } });
    expect(app.runtime.calls).toEqual([]);
  });

  it('is refused when it is too large, or not JSON, or not called JSON', async () => {
    const { headers, body } = rawMessage('2025-06-18', 'ping');
    const large = await send('erin', { headers, body: body + ' '.repeat(MAX_BODY) });
    const broken = await send('erin', { headers, body: body.slice(1) });
    const text = await send('erin', { headers: { ...headers, 'content-type': 'text/plain' }, body });
    const none = await send('erin', { headers });

    expect([large.status, broken.status, text.status, none.status]).toEqual([413, 400, 415, 400]);
    for (const answer of [large, broken, text, none]) expect(answer.json()).toMatchObject({ jsonrpc: '2.0', id: null });
  });

  it('that needs no answer gets none', async () => {
    const { headers } = rawMessage('2025-06-18', 'ping');
    const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

    expect(await send('erin', { headers, body })).toMatchObject({ status: 202, text: '' });
  });

  it('is served to its own sender, however many come at once', async () => {
    const senders = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'erin' : 'reader'));
    await Promise.all(
      senders.map((who, at) => call(who, { name: 'orders_get_v1', arguments: { orderId: `${who}-${at}` } })),
    );

    for (const { caller, request } of app.runtime.calls) {
      expect(String(request.arguments['orderId'])).toMatch(new RegExp(`^${caller.sub}-`));
    }
    expect(app.runtime.calls).toHaveLength(20);
  });
});
