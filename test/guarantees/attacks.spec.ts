import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApprovalService } from '../../src/approval/approval.service.js';
import { Database } from '../../src/database/database.js';
import { ActionViewStore } from '../../src/runtime/action-view.store.js';
import { principalOf } from '../support/actors.js';
import { type Engine, startEngine } from '../support/engine.js';
import * as walk from '../support/pipeline.js';

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const sql = <R>(text: string, values: unknown[] = []) => engine.database.query<R>(text, values);

/** A pending plan of erin's agent. */
async function asked(size: 'small' | 'large' = 'small'): Promise<string> {
  const order = await engine.order({ size });
  const answer = await engine.call('erin', 'orders.cancel.v1', { orderId: order.id, reason: 'not wanted' });
  expect(answer.status).toBe(202);
  return String(answer.body['id']);
}

async function idOf(sub: string): Promise<string> {
  return (await principalOf(engine, 'acme', sub)).id;
}

describe('a platform engineer’s token in the hands of an agent', () => {
  const lift = { disabled: false, reason: 'the agent wants on' };

  it.each([
    ['delegated to an agent', () => engine.tokenFor('petra', 'order-assistant')],
    ['held by a client that may only read orders', () => engine.tokenWith('petra', 'orders:read')],
  ])('administers nothing when it is %s', async (_, token) => {
    const sofia = await idOf('sofia');
    const held = await token();
    for (const [method, path, body] of [
      ['PUT', '/v1/switches/*', lift],
      ['GET', '/v1/switches', undefined],
      ['GET', '/v1/principals', undefined],
      ['POST', `/v1/principals/${sofia}/revoke-role`, { role: 'supervisor' }],
      ['POST', `/v1/principals/${sofia}/disable`, {}],
    ] as const) {
      expect(await engine.send(held, method, path, body)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect((await principalOf(engine, 'acme', 'sofia')).roles).toEqual(['supervisor']);
    expect(await sql("SELECT FROM tool_switch WHERE tenant = 'acme'")).toEqual([]);
  });

  it('withdraws nothing of others, though its person might', async () => {
    const id = await asked();
    const agent = await engine.tokenFor('sam.admin', 'order-assistant');
    expect((await engine.send(agent, 'POST', `/v1/actions/${id}/cancel`, {})).status).toBe(403);
    expect((await engine.rest('sam.admin', 'POST', `/v1/actions/${id}/cancel`, {})).status).toBe(200);
  });
});

describe('who is no person, or no longer one of ours', () => {
  it('a machine that acts for nobody decides nothing, whatever its token says', async () => {
    const id = await asked();
    const machine = { ...(await principalOf(engine, 'acme', 'sam')), human: 'client:robot', channel: 'token' } as const;
    const { actionDigest, displayDigest } = await walk.planRow(engine, id);
    const decision = { decision: 'APPROVE', reason: '', actionDigest, displayDigest } as const;
    expect(await engine.app.get(ApprovalService).decide(machine, id, decision)).toMatchObject({
      refusal: { code: 'FORBIDDEN', details: { reason: 'NOT_IN_PERSON' } },
    });
  });

  it('a disabled principal’s token is no longer good for anything', async () => {
    await sql("UPDATE principal SET disabled = true WHERE sub = 'sofia'");
    try {
      for (const path of ['/v1/me', '/v1/actions', '/v1/events'])
        expect((await engine.rest('sofia', 'GET', path)).status).toBe(401);
    } finally {
      await sql("UPDATE principal SET disabled = false WHERE sub = 'sofia'");
    }
  });

  it('an older token brings back no right that a newer one no longer had', async () => {
    const seen = (iat: number, role: string) =>
      engine.app
        .get(Database)
        .query<{ roles: string[] }>(
          'test_sync',
          'SELECT roles FROM sync_principal($1, $2, $3, $3, $3, NULL, $4, $5, $6)',
          [...['acme', 'https://idp.example', 'rita', [role], ['retail'], iat]],
        );
    await seen(100, 'employee');
    await seen(300, 'employee');
    expect(await seen(200, 'supervisor')).toEqual([{ roles: ['employee'] }]);
    expect(await seen(400, 'supervisor')).toEqual([{ roles: ['supervisor'] }]);
  });
});

describe('the stream of events', () => {
  async function listen(from: Engine, person: string) {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${await from.tokenFor(person)}` };
    const { body } = await fetch(`${from.url}/v1/events`, { headers, signal: stop.signal });
    const heard = { text: '', ended: false };
    const read = async () => {
      for await (const chunk of body ?? []) heard.text += Buffer.from(chunk).toString();
    };
    void read()
      .catch(() => undefined)
      .finally(() => (heard.ended = true));
    return { heard, stop: () => stop.abort() };
  }

  it('tells nothing more to who lost the right to see it after the stream began', async () => {
    const [sam, ana] = [await listen(engine, 'sam'), await listen(engine, 'ana')];
    await sql("UPDATE principal SET business_lines = '{wholesale}' WHERE tenant = 'acme' AND sub = 'sam'");
    try {
      const id = await asked();
      await expect.poll(() => ana.heard.text).toContain(id);
      expect(sam.heard.text).not.toContain(id);
    } finally {
      await sql("UPDATE principal SET business_lines = '{retail}' WHERE tenant = 'acme' AND sub = 'sam'");
      sam.stop();
      ana.stop();
    }
  });

  it('does not keep the engine from stopping', { timeout: 60_000 }, async () => {
    const other = await startEngine();
    const stream = await listen(other, 'sam');
    const stopped = other.stop().then(() => true);
    expect(await Promise.race([stopped, new Promise((r) => setTimeout(r, 10_000, false))])).toBe(true);
    await expect.poll(() => stream.heard.ended).toBe(true);
  });
});

describe('odd input', () => {
  it('a search for U+0000 is malformed, not a fault of ours', async () => {
    expect((await engine.rest('sam', 'GET', '/v1/actions?view=all&q=a%00b')).status).toBe(400);
  });

  it.each(['%00', '%0d%0aset-cookie:%20a=b', '%F0%9F%98%80', '%ff', 'a;b', '=', ''])(
    'a login answer with the state "%s" is refused with a page',
    async (state) => {
      const answer = await fetch(`${engine.url}/console/auth/callback?code=x&state=${state}`, { redirect: 'manual' });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.headers.getSetCookie().every((cookie) => cookie.startsWith('countersign_login_'))).toBe(true);
    },
  );

  it('a small page of a list in which one sees nothing costs few queries, however long the list is', async () => {
    const id = await asked();
    await sql(
      `INSERT INTO plan SELECT (jsonb_populate_record(p, jsonb_build_object('id', new_id(), 'state', 'CANCELLED'))).*
         FROM plan p, generate_series(1, 1200) WHERE p.id = $1`,
      [id],
    );
    const list = vi.spyOn(engine.app.get(ActionViewStore), 'list');
    const page = await engine.rest('petra', 'GET', '/v1/actions?view=all&limit=1');
    expect(page.body['items']).toEqual([]);
    expect(list.mock.calls.length).toBeLessThan(8);
    list.mockRestore();
  });
});

describe('evidence', () => {
  it.each([
    "UPDATE plan SET action = action || ' '",
    "UPDATE plan SET display = '{}'",
    "UPDATE plan SET attributes = '{}'",
    'UPDATE plan SET required = 1',
    "UPDATE plan SET execute_by = execute_by + interval '1 day'",
    "UPDATE approval SET jws = ''",
    "UPDATE approval SET statement = ''",
    "UPDATE approval SET decision = 'APPROVE'",
    'UPDATE approval SET authz_epoch = 1',
    "UPDATE execution SET operation_id = ''",
    "UPDATE principal SET human = 'x'",
    "UPDATE order_event SET operation_id = ''",
    'UPDATE signing_key SET revoked_at = NULL',
    "UPDATE signing_key SET public_jwk = '{}'",
    'DELETE FROM signing_key',
    "UPDATE audit_event SET canonical = ''",
    'DELETE FROM audit_event',
    'TRUNCATE audit_event',
  ])('is out of the engine’s own reach: %s', async (statement) => {
    const refused = engine.app.get(Database).tenant('acme', (tx) => tx.query(statement));
    await expect(refused).rejects.toThrow('permission denied');
  });

  it('a picture that was exchanged is not shown to who signs', async () => {
    const id = await asked('large');
    const lie = '[{"kind":"text","text":"Nothing happens.","trusted":true}]';
    await sql("UPDATE plan SET display = jsonb_set(display::jsonb, '{effect,en}', $2)::text WHERE id = $1", [id, lie]);
    const answer = await engine.rest('sofia', 'GET', `/v1/actions/${id}`);
    expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    expect(JSON.stringify(answer.body)).not.toContain('Nothing happens');
  });

  it('a trail that lost its end is not whole', async () => {
    const id = await asked('large');
    await engine.decide('sofia', id);
    const whole = async () => (await engine.rest('sofia', 'GET', `/v1/actions/${id}`)).body['chainVerified'];
    expect(await whole()).toBe(true);
    await sql('DELETE FROM audit_event WHERE plan = $1 AND seq = 2', [id]);
    expect(await whole()).toBe(false);
  });
});
