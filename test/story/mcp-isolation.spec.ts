import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../src/identity/local-provider/issue-token.js';
import { newId } from '../../src/shared/ids.js';
import { type Engine, startEngine } from '../support/engine.js';
import { type Generation, type RawAnswer, rawMessage, rawRequest, unauthenticated } from '../support/mcp-clients.js';

const GENERATIONS: readonly Generation[] = ['2026-07-28', '2025-11-25', '2025-06-18'];
const REASON = 'The customer ordered twice.';
const SCOPES = 'orders:cancel orders:read';

let engine: Engine;
let metadata: string;

beforeAll(async () => {
  engine = await startEngine();
  metadata = `resource_metadata="${engine.url}/.well-known/oauth-protected-resource/mcp"`;
});

afterAll(() => engine.stop());

async function call(
  person: string,
  name: string,
  args: Record<string, unknown>,
  generation: Generation = '2025-06-18',
): Promise<RawAnswer> {
  return withToken(await engine.tokenFor(person, 'order-assistant'), name, args, generation);
}

function withToken(
  token: string | undefined,
  name: string,
  args: Record<string, unknown>,
  generation: Generation = '2025-06-18',
): Promise<RawAnswer> {
  const { headers, body } = rawMessage(generation, 'tools/call', { name, arguments: args });
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return rawRequest(`${engine.url}/mcp`, { headers: { ...headers, ...authorization }, body });
}

/** The error object in a tool result's text. */
function errorIn(answer: RawAnswer): Readonly<Record<string, unknown>> {
  const { result } = answer.json() as { result: { isError: boolean; content: { text: string }[] } };
  expect(result.isError).toBe(true);
  return JSON.parse(result.content[0]?.text ?? '') as Record<string, unknown>;
}

async function plans(): Promise<number> {
  const rows = await engine.database.query<{ n: number }>('SELECT count(*)::integer AS n FROM plan');
  return rows[0]?.n ?? Number.NaN;
}

/** A plan of Erin's, of tenant acme. */
async function plannedByErin(): Promise<string> {
  const { id: orderId } = await engine.order();
  const { body } = await engine.call('erin', 'orders.cancel.v1', { orderId, reason: REASON });
  return String(body['id']);
}

describe.each(GENERATIONS)('to a client of %s', (generation) => {
  it('a tool that is hidden from the auditor is the same as one that does not exist', async () => {
    const hidden = await call('ana', 'orders_cancel_v1', { orderId: 'A-100042', reason: REASON }, generation);
    const byId = await call('ana', 'orders.cancel.v1', {}, generation);
    const unknown = await call('ana', 'orders_refund_v1', {}, generation);

    expect(unknown.json()).toMatchObject({ error: { code: -32602, data: { code: 'UNKNOWN_TOOL' } } });
    for (const answer of [hidden, byId]) {
      expect(answer.status).toBe(unknown.status);
      expect(answer.text).toBe(unknown.text);
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
  });

  it.each(['tenant', 'actor', 'requester'])(
    '%s is no argument: who one is comes from the token alone',
    async (name) => {
      const { id: orderId } = await engine.order();
      const before = await plans();
      const answer = await call('erin', 'orders_cancel_v1', { orderId, reason: REASON, [name]: 'globex' }, generation);

      expect(errorIn(answer)).toMatchObject({
        code: 'INVALID_ARGUMENTS',
        retryable: false,
        details: { errors: [{ pointer: `/${name}` }] },
      });
      expect(await plans()).toBe(before);
    },
  );
});

describe("another tenant's plan", () => {
  it.each(['actions_status_v1', 'actions_cancel_v1', 'actions_execute_v1'])('is no plan to %s', async (tool) => {
    const planId = await plannedByErin();
    const foreign = await call('gus', tool, { planId });
    const absent = await call('gus', tool, { planId: newId() });

    expect(errorIn(foreign)).toMatchObject({ code: 'NOT_FOUND' });
    expect(foreign.text).toBe(absent.text);
    expect((await engine.rest('erin', 'GET', `/v1/actions/${planId}`)).body).toMatchObject({ state: 'PENDING' });
  });

  it('is not on the list of others', async () => {
    const planId = await plannedByErin();

    for (const person of ['gus', 'ana', 'sofia']) {
      const listed = await call(person, 'actions_list_v1', { state: 'all', limit: 50 });
      expect(listed.status).toBe(200);
      expect(listed.text).not.toContain(planId);
    }
  });
});

describe('a colleague', () => {
  it('who may see a plan can still not steer it', async () => {
    const planId = await plannedByErin();

    for (const tool of ['actions_cancel_v1', 'actions_execute_v1']) {
      expect(errorIn(await call('sofia', tool, { planId }))).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect((await engine.rest('erin', 'GET', `/v1/actions/${planId}`)).body).toMatchObject({ state: 'PENDING' });
  });
});

describe('a token', () => {
  it('that is missing is asked for, without naming an error', async () => {
    const answer = await withToken(undefined, 'orders_get_v1', { orderId: 'A-100042' });

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(`Bearer scope="${SCOPES}", ${metadata}`);
    expect(answer.json()).toEqual(unauthenticated('An access token is needed.'));
  });

  it('that is forged, altered or no token at all is one and the same bad token', async () => {
    const [header = '', , signature = ''] = (await engine.tokenFor('erin', 'order-assistant')).split('.');
    const [, claims = ''] = (await engine.tokenFor('sam')).split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${claims}.`;

    for (const token of [`${header}.${claims}.${signature}`, unsigned, 'nonsense']) {
      const answer = await withToken(token, 'orders_get_v1', { orderId: 'A-100042' });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe(
        `Bearer error="invalid_token", error_description="The access token is not valid.", scope="${SCOPES}", ${metadata}`,
      );
      expect(answer.json()).toEqual(unauthenticated('The access token is not valid.'));
    }
  });

  it('with too few scopes is told all that the call needs, and nothing is planned', async () => {
    const issued = await issueToken({
      issuer: `${engine.url}/oidc`,
      resource: `${engine.url}/mcp`,
      as: 'erin',
      scope: 'orders:read',
    });
    if (!issued.ok) throw new Error(issued.refusal.message);
    const before = await plans();
    const answer = await withToken(issued.value.accessToken, 'orders_cancel_v1', {
      orderId: 'A-100042',
      reason: REASON,
    });

    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", error_description="The access token lacks a scope that this call needs.", ' +
        `scope="orders:cancel", ${metadata}`,
    );
    expect(answer.json()).toMatchObject({ error: { data: { code: 'FORBIDDEN', retryable: false } } });
    expect(await plans()).toBe(before);
  });

  it('can be got where the metadata says', async () => {
    const described = await rawRequest(`${engine.url}/.well-known/oauth-protected-resource/mcp`, { method: 'GET' });
    const { authorization_servers: servers, resource } = described.json() as {
      authorization_servers: string[];
      resource: string;
    };
    const discovery = await fetch(`${servers[0]}/.well-known/openid-configuration`);

    expect(resource).toBe(`${engine.url}/mcp`);
    expect(await discovery.json()).toMatchObject({ issuer: servers[0] });
  });
});

describe('arguments', () => {
  it('with a key twice are refused before anybody reads one of the two', async () => {
    const { id: orderId } = await engine.order();
    const { headers, body } = rawMessage('2025-06-18', 'tools/call', {
      name: 'orders_cancel_v1',
      arguments: { orderId, reason: REASON },
    });
    const twice = body.replace(`"orderId":"${orderId}"`, `"orderId":"${orderId}","orderId":"A-999999"`);
    const before = await plans();
    const token = await engine.tokenFor('erin', 'order-assistant');
    const answer = await rawRequest(`${engine.url}/mcp`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: twice,
    });

    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ id: 1, error: { code: -32602, data: { code: 'INVALID_ARGUMENTS' } } });
    expect(await plans()).toBe(before);
  });
});
