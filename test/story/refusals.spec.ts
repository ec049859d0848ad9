import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Engine, startEngine } from '../support/engine.js';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

interface Ledger {
  readonly plans: number;
  readonly approvals: number;
  readonly executions: number;
  readonly effects: number;
}

async function ledger(): Promise<Ledger | undefined> {
  const [row] = await engine.database.query<Ledger>(
    `SELECT (SELECT count(*)::integer FROM plan) AS plans, (SELECT count(*)::integer FROM approval) AS approvals,
            (SELECT count(*)::integer FROM execution) AS executions, (SELECT count(*)::integer FROM order_event) AS effects`,
  );
  return row;
}

/** The answer is this refusal, in the taxonomy's form and without a trace of our insides, and nothing was changed. */
async function refused(ask: () => Promise<Answer>, status: number, code: string): Promise<Answer> {
  const before = await ledger();
  const answer = await ask();
  expect([answer.status, answer.body['code']]).toEqual([status, code]);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.body).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    traceId: expect.any(String),
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/\bat [\w.]+ \(|SELECT|INSERT|postgres|node_modules|Bearer ey/i);
  expect(await ledger()).toEqual(before);
  return answer;
}

const cancel = (orderId: string, more: object = {}) => ({ orderId, reason: 'no longer wanted', ...more });

async function pending(
  wish: Parameters<Engine['order']>[0] = {},
): Promise<{ id: string; orderId: string; args: object }> {
  const { id: orderId } = await engine.order(wish);
  const args = cancel(orderId);
  const asked = await engine.call('erin', 'orders.cancel.v1', args);
  expect(asked.status).toBe(202);
  return { id: String(asked.body['id']), orderId, args };
}

describe('what an agent sends', () => {
  it('an unknown tool and a tool that one may not see are the same answer', async () => {
    const unknown = await refused(() => engine.call('ana', 'orders.explode.v1', {}), 404, 'UNKNOWN_TOOL');
    const hidden = await refused(() => engine.call('ana', 'orders.cancel.v1', {}), 404, 'UNKNOWN_TOOL');
    const { traceId: _a, ...one } = unknown.body;
    const { traceId: _b, ...other } = hidden.body;
    expect(one).toEqual(other);
    const tools = await engine.rest('ana', 'GET', '/v1/tools');
    expect(tools.body['items']).toEqual([]);
  });

  it('extra arguments, tenant and actor among them, and wrong types are named by pointer', async () => {
    const { id } = await engine.order();
    for (const [extra, pointer] of [
      [{ tenant: 'globex' }, '/tenant'],
      [{ actor: 'sam' }, '/actor'],
      [{ reason: 7 }, '/reason'],
      [{ reason: 'x'.repeat(501) }, '/reason'],
      [{ orderId: 'A-1' }, '/orderId'],
      [{ expectedVersion: 3 }, '/expectedVersion'],
    ] as const) {
      const answer = await refused(
        () => engine.call('erin', 'orders.cancel.v1', cancel(id, extra)),
        400,
        'INVALID_ARGUMENTS',
      );
      expect(JSON.stringify(answer.body['errors'])).toContain(pointer);
    }
  });

  it('tenant or actor beside the arguments is refused too', async () => {
    const { id } = await engine.order();
    const body = { tool: 'orders.cancel.v1', arguments: cancel(id), tenant: 'globex' };
    await refused(() => engine.rest('erin', 'POST', '/v1/actions', body), 400, 'INVALID_ARGUMENTS');
  });

  const documents = JSON.parse(readFileSync('test/vectors/json-refused.json', 'utf8')) as {
    why: string;
    base64: string;
  }[];
  it.each(documents)('a document with $why is refused whole', async ({ base64 }) => {
    const text = Buffer.from(base64, 'base64');
    const body = Buffer.concat([Buffer.from('{"tool":"orders.cancel.v1","arguments":'), text, Buffer.from('}')]);
    const token = await engine.tokenFor('erin', 'order-assistant');
    await refused(
      async () => {
        const response = await fetch(`${engine.url}/v1/actions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
        });
        return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
      },
      400,
      'INVALID_ARGUMENTS',
    );
  });

  it('a body that is no JSON, or of another type, or too large', async () => {
    await refused(() => engine.rest('erin', 'POST', '/v1/actions', '{'), 400, 'INVALID_ARGUMENTS');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await refused(() => engine.rest('erin', 'POST', '/v1/actions', 'tool=x', form), 400, 'INVALID_ARGUMENTS');
    await refused(
      () => engine.rest('erin', 'POST', '/v1/actions', `"${'x'.repeat(70_000)}"`),
      400,
      'INVALID_ARGUMENTS',
    );
  });

  it("another tenant's order, another line's order and an order that is not there are the same answer", async () => {
    const foreign = await engine.order({ tenant: 'globex' });
    const otherLine = await engine.order({ line: 'wholesale' });
    const answers = [];
    for (const id of [foreign.id, otherLine.id, 'A-999999']) {
      const { body } = await refused(() => engine.call('erin', 'orders.cancel.v1', cancel(id)), 404, 'NOT_FOUND');
      await refused(() => engine.call('erin', 'orders.get.v1', { orderId: id }), 404, 'NOT_FOUND');
      answers.push({ ...body, traceId: '' });
    }
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[1]).toEqual(answers[2]);
  });

  it('an order that cannot be cancelled any more never reaches an approver', async () => {
    const shipped = await engine.order({ state: 'SHIPPED' });
    await refused(() => engine.call('erin', 'orders.cancel.v1', cancel(shipped.id)), 403, 'POLICY_DENIED');
  });

  it('a stale expected version names the present one', async () => {
    const order = await engine.order();
    const answer = await refused(
      () => engine.call('erin', 'orders.cancel.v1', cancel(order.id, { expectedVersion: '999' })),
      409,
      'STALE_RESOURCE',
    );
    expect(answer.body['details']).toMatchObject({ version: order.version });
  });

  it('the same idempotency key with other arguments is refused; with the same ones it joins for ever', async () => {
    const { id: orderId } = await engine.order();
    const key = { 'idempotency-key': 'run-7/step-2' };
    const first = await engine.call('erin', 'orders.cancel.v1', cancel(orderId), key);
    expect(first.status).toBe(202);
    const other = cancel(orderId, { reason: 'something else' });
    await refused(() => engine.call('erin', 'orders.cancel.v1', other, key), 422, 'KEY_REUSE');
    await engine.rest('erin', 'POST', `/v1/actions/${first.body['id']}/cancel`, {});
    const later = await engine.call('erin', 'orders.cancel.v1', cancel(orderId), key);
    expect([later.status, later.body['code']]).toEqual([409, 'CANCELLED']);
  });

  it('an idempotency key that is too long', async () => {
    const { id } = await engine.order();
    const key = { 'idempotency-key': 'k'.repeat(201) };
    await refused(() => engine.call('erin', 'orders.cancel.v1', cancel(id), key), 400, 'INVALID_ARGUMENTS');
  });

  it('a failed precondition occupies no key', async () => {
    const { id: orderId } = await engine.order();
    const key = { 'idempotency-key': 'free-after-failure' };
    await engine.call('erin', 'orders.cancel.v1', cancel(orderId, { expectedVersion: '999' }), key);
    const asked = await engine.call('erin', 'orders.cancel.v1', cancel(orderId), key);
    expect(asked.status).toBe(202);
  });

  it('no eligible approver is said at once', async () => {
    // In wholesale there is one supervisor only, and large orders need two.
    await engine.database.query(
      "UPDATE principal SET business_lines = '{wholesale}', authz_epoch = authz_epoch + 1, claims_iat = 9999999999 WHERE sub = 'erin'",
    );
    const large = await engine.order({ line: 'wholesale', size: 'large' });
    await refused(() => engine.call('erin', 'orders.cancel.v1', cancel(large.id)), 409, 'NO_ELIGIBLE_APPROVER');
    await engine.database.query(
      "UPDATE principal SET business_lines = '{retail}', authz_epoch = authz_epoch + 1, claims_iat = 0 WHERE sub = 'erin'",
    );
  });
});

describe('who asks', () => {
  it('no token, and a token that is none', async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }, { authorization: 'Basic dXNlcjpwYXNz' }]) {
      const response = await fetch(`${engine.url}/v1/actions`, { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  it("another tenant's plan does not exist", async () => {
    const { id } = await pending();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/cancel', {}],
      ['POST', '/execute', {}],
      ['POST', '/revoke', {}],
      [
        'POST',
        '/decisions',
        { decision: 'APPROVE', reason: '', actionDigest: '0'.repeat(64), displayDigest: '0'.repeat(64) },
      ],
    ] as const) {
      const foreign = await refused(
        () => engine.rest('gina', method, `/v1/actions/${id}${path}`, body),
        404,
        'NOT_FOUND',
      );
      const absent = await engine.rest('gina', method, `/v1/actions/01900000-0000-7000-8000-000000000000${path}`, body);
      expect({ ...foreign.body, traceId: '' }).toEqual({ ...absent.body, traceId: '' });
    }
  });

  it('only the requester steers an action; a colleague who may see it may not', async () => {
    const { id } = await pending();
    await refused(() => engine.rest('sam', 'POST', `/v1/actions/${id}/cancel`, {}), 403, 'FORBIDDEN');
    await refused(() => engine.rest('sam', 'POST', `/v1/actions/${id}/execute`, {}), 403, 'FORBIDDEN');
  });

  it('administration is for platform engineers', async () => {
    await refused(() => engine.rest('sam', 'GET', '/v1/principals'), 403, 'FORBIDDEN');
    const body = { disabled: true, reason: 'because I can' };
    await refused(() => engine.rest('sam', 'PUT', '/v1/switches/orders.cancel.v1', body), 403, 'FORBIDDEN');
  });
});

describe('what approvers send', () => {
  it('nobody approves as the human who asked, by whatever account', async () => {
    const { id: orderId } = await engine.order();
    const own = await engine.call('sam', 'orders.cancel.v1', cancel(orderId));
    expect(own.status).toBe(202);
    const id = String(own.body['id']);
    const self = await refused(() => engine.decide('sam', id), 403, 'FORBIDDEN');
    expect(self.body['details']).toEqual({ reason: 'SELF' });
    const secondAccount = await refused(() => engine.decide('sam.admin', id), 403, 'FORBIDDEN');
    expect(secondAccount.body['details']).toEqual({ reason: 'SELF' });
  });

  it('a supervisor of another business line cannot even see it', async () => {
    const { id } = await pending();
    await refused(() => engine.decide('wei', id), 404, 'NOT_FOUND');
    const inbox = await engine.rest('wei', 'GET', '/v1/actions?view=inbox');
    expect(JSON.stringify(inbox.body)).not.toContain(id);
  });

  it("an agent that holds a supervisor's delegated token, or a token without the scope, cannot decide", async () => {
    const { id } = await pending();
    const body = { decision: 'APPROVE', reason: '', actionDigest: '0'.repeat(64), displayDigest: '0'.repeat(64) };
    for (const token of [
      await engine.tokenFor('sam', 'order-assistant'),
      await engine.tokenWith('sam', 'orders:read'),
    ]) {
      for (const path of ['decisions', 'revoke']) {
        const answer = await refused(
          () => engine.send(token, 'POST', `/v1/actions/${id}/${path}`, path === 'revoke' ? {} : body),
          403,
          'FORBIDDEN',
        );
        expect(answer.body['details']).toEqual({ reason: 'NOT_IN_PERSON' });
      }
    }
  });

  it('an employee who may see it is not entitled to decide', async () => {
    const { id: orderId } = await engine.order();
    const asked = await engine.call('sam', 'orders.cancel.v1', cancel(orderId));
    const answer = await refused(() => engine.decide('erin', String(asked.body['id'])), 403, 'FORBIDDEN');
    expect(answer.body['details']).toEqual({ reason: 'NOT_ELIGIBLE' });
  });

  it('nobody decides twice, not even to change their mind', async () => {
    const { id } = await pending({ size: 'large' });
    expect((await engine.decide('sam', id)).status).toBe(200);
    await refused(() => engine.decide('sam', id), 409, 'ALREADY_DECIDED');
    await refused(() => engine.decide('sam', id, 'REJECT'), 409, 'ALREADY_DECIDED');
    await refused(() => engine.decide('sam.admin', id), 409, 'ALREADY_DECIDED');
  });

  it('digests of something else are not signed', async () => {
    const { id } = await pending();
    const body = { decision: 'APPROVE', reason: '', actionDigest: 'a'.repeat(64), displayDigest: 'b'.repeat(64) };
    await refused(() => engine.rest('sam', 'POST', `/v1/actions/${id}/decisions`, body), 400, 'INVALID_ARGUMENTS');
  });

  it('a rejection needs a reason, ends the action and tells the agent not to retry', async () => {
    const { id, args } = await pending();
    await refused(() => engine.decide('sam', id, 'REJECT', '  '), 400, 'INVALID_ARGUMENTS');
    expect((await engine.decide('sam', id, 'REJECT', 'the customer still wants it')).status).toBe(200);
    await refused(() => engine.decide('sofia', id), 409, 'REJECTED');
    const repeated = await refused(() => engine.call('erin', 'orders.cancel.v1', args), 409, 'REJECTED');
    expect(repeated.body['detail']).toMatch(/Do not retry.*the customer still wants it/);
  });

  it('a cancelled, superseded or expired plan is not decided', async () => {
    const cancelled = await pending();
    await engine.rest('erin', 'POST', `/v1/actions/${cancelled.id}/cancel`, { reason: 'changed my mind' });
    await refused(() => engine.decide('sam', cancelled.id), 409, 'CANCELLED');

    const old = await pending();
    const newer = await engine.call('erin', 'orders.cancel.v1', cancel(old.orderId, { reason: 'a better reason' }));
    expect(newer.status).toBe(202);
    await refused(() => engine.decide('sam', old.id), 409, 'SUPERSEDED');

    const late = await pending();
    await engine.database.query("UPDATE plan SET decide_by = clock_timestamp() - interval '1 second' WHERE id = $1", [
      late.id,
    ]);
    await refused(() => engine.decide('sam', late.id), 409, 'EXPIRED');
  });

  it('an executed plan is not decided, withdrawn or cancelled', async () => {
    const { id } = await pending();
    await engine.decide('sam', id);
    await engine.settled('erin', id, 'SUCCEEDED');
    await refused(() => engine.decide('sofia', id), 409, 'ALREADY_DECIDED');
    await refused(() => engine.rest('sam', 'POST', `/v1/actions/${id}/revoke`, {}), 409, 'ALREADY_DECIDED');
    await refused(() => engine.rest('erin', 'POST', `/v1/actions/${id}/cancel`, {}), 409, 'ALREADY_DECIDED');
  });
});

describe('between approval and execution', () => {
  it('executing before the quorum answers how many approvals are missing', async () => {
    const { id } = await pending({ size: 'large' });
    await engine.decide('sam', id);
    const answer = await refused(
      () => engine.rest('erin', 'POST', `/v1/actions/${id}/execute`, {}),
      409,
      'APPROVAL_REQUIRED',
    );
    expect(answer.body['details']).toMatchObject({ approvals: 1, required: 2 });
  });

  it('a version that changed between approving and executing voids the plan, and nothing runs', async () => {
    const { id, orderId } = await pending({ size: 'large' });
    await engine.decide('sam', id);
    await engine.database.query('UPDATE customer_order SET version = version + 1 WHERE id = $1', [orderId]);
    await engine.decide('sofia', id);
    const view = await engine.settled('erin', id, 'INVALIDATED');
    expect(view.stateReason).toBe('STALE_RESOURCE');
    expect(await effectsOf(orderId)).toBe(0);
  });

  it('an approver who lost the right between approving and executing no longer counts', async () => {
    const { id, orderId } = await pending({ size: 'large' });
    await engine.decide('sam', id);
    const sam = await principal('sam');
    expect(
      (await engine.rest('petra', 'POST', `/v1/principals/${sam}/revoke-role`, { role: 'supervisor' })).status,
    ).toBe(200);
    await engine.decide('sofia', id);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const view = await engine.rest('erin', 'GET', `/v1/actions/${id}`);
    expect(view.body).toMatchObject({ state: 'PENDING', approvals: 1 });
    expect(await effectsOf(orderId)).toBe(0);
    await engine.rest('petra', 'POST', `/v1/principals/${sam}/restore-role`, { role: 'supervisor' });
  });

  it('a requester who lost the right between approving and executing gets nothing executed', async () => {
    const { id, orderId } = await pending({ size: 'large' });
    await engine.decide('sam', id);
    const erin = await principal('erin');
    await engine.rest('petra', 'POST', `/v1/principals/${erin}/revoke-role`, { role: 'employee' });
    await engine.decide('sofia', id);
    await waitForEvent(id, 'execution.denied');
    expect(await effectsOf(orderId)).toBe(0);
    await engine.rest('petra', 'POST', `/v1/principals/${erin}/restore-role`, { role: 'employee' });
  });

  it('a kill switch holds back what is approved, and frees it when it is lifted', async () => {
    const { id, orderId } = await pending();
    const { status } = await engine.rest('petra', 'PUT', '/v1/switches/orders.cancel.v1', {
      disabled: true,
      reason: 'incident 12',
    });
    expect(status).toBe(204);
    const another = await engine.order();
    await refused(() => engine.call('erin', 'orders.cancel.v1', cancel(another.id)), 503, 'TOOL_DISABLED');
    await engine.decide('sam', id);
    await waitForEvent(id, 'execution.denied');
    expect(await effectsOf(orderId)).toBe(0);
    await engine.rest('petra', 'PUT', '/v1/switches/orders.cancel.v1', {
      disabled: false,
      reason: 'incident 12 is over',
    });
    await engine.settled('erin', id, 'SUCCEEDED');
    expect(await effectsOf(orderId)).toBe(1);
  });

  it('a contract that changed after the request voids the plan', async () => {
    const { id, orderId } = await pending();
    const [before] = await engine.database.query<{ d: Buffer }>(
      "SELECT current_digest AS d FROM tool WHERE tool = 'orders.cancel.v1'",
    );
    await engine.database.query(
      `INSERT INTO tool_contract (tool, digest, canonical) VALUES ('orders.cancel.v1', sha256('another'), '{}')
       ON CONFLICT DO NOTHING`,
    );
    await engine.database.query("UPDATE tool SET current_digest = sha256('another') WHERE tool = 'orders.cancel.v1'");
    await engine.decide('sam', id);
    const view = await engine.settled('erin', id, 'INVALIDATED');
    expect(view.stateReason).toBe('TOOL_CHANGED');
    expect(await effectsOf(orderId)).toBe(0);
    await engine.database.query("UPDATE tool SET current_digest = $1 WHERE tool = 'orders.cancel.v1'", [before?.d]);
  });

  it('an approval that is withdrawn in time is not used', async () => {
    const { id } = await pending({ size: 'large' });
    await engine.decide('sam', id);
    const back = await engine.rest('sam', 'POST', `/v1/actions/${id}/revoke`, { reason: 'wrong order' });
    expect(back.body).toMatchObject({ approvals: 0 });
    await engine.decide('sofia', id);
    const view = await engine.rest('erin', 'GET', `/v1/actions/${id}`);
    expect(view.body).toMatchObject({ state: 'PENDING', approvals: 1 });
  });

  it('an undecided plan expires by itself', async () => {
    const { id } = await pending();
    await engine.database.query("UPDATE plan SET decide_by = clock_timestamp() - interval '1 second' WHERE id = $1", [
      id,
    ]);
    await engine.database.query('UPDATE wakeup SET due_at = clock_timestamp() WHERE plan = $1', [id]);
    await waitForEvent(id, 'plan.expired');
    const view = await engine.rest('erin', 'GET', `/v1/actions/${id}`);
    expect(view.body).toMatchObject({ state: 'EXPIRED' });
  });
});

async function effectsOf(orderId: string): Promise<number | undefined> {
  const rows = await engine.database.query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM order_event WHERE order_id = $1',
    [orderId],
  );
  return rows[0]?.n;
}

async function principal(sub: string): Promise<string> {
  const rows = await engine.database.query<{ id: string }>(
    "SELECT id FROM principal WHERE tenant = 'acme' AND sub = $1",
    [sub],
  );
  return rows[0]?.id ?? '';
}

async function waitForEvent(plan: string, type: string): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await engine.database.query('SELECT FROM audit_event WHERE plan = $1 AND type = $2', [plan, type]);
    if (found.length > 0) return;
  }
  throw new Error(`${type} did not happen`);
}
