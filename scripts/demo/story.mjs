import { isDeepStrictEqual } from 'node:util';

const CANCEL = 'orders_cancel_v1';
const GET = 'orders_get_v1';
const STATUS = 'actions_status_v1';
const WAIT_MS = 20_000;
const TRIES = 3;

/** @typedef {import('./stage.mjs').Stage} Stage */

/**
 * Plays the whole story.
 *
 * @param {Stage} stage
 */
export async function play(stage) {
  await lookAround(stage);
  await smallOrder(stage);
  await largeOrder(stage);
  await refusal(stage);
  await staleOrder(stage);
  await strangers(stage);
  await theBooks(stage);
}

/** @param {Stage} stage */
async function lookAround({ tell, facts, assistant }) {
  tell.chapter('The assistant looks around');
  tell.say(
    'Erin Walsh works in retail at Acme. Her order assistant connects by MCP, with a token that names her and it.',
  );
  const tools = await assistant.tools();
  tell.table(tools.map(({ name, title }) => [name, title ?? '']));
  const names = tools.map(({ name }) => name).filter((name) => name.startsWith('orders_'));
  facts.equal(`It speaks MCP ${assistant.protocol}, and sees the two order tools that Erin may use.`, names.sort(), [
    CANCEL,
    GET,
  ]);
  const order = await assistant.call(GET, { orderId: 'A-100042' });
  tell.say(`It reads order ${order.orderId} of ${order.customer}: ${order.amount} ${order.currency}, ${order.state}.`);
  facts.equal(
    `The customer's e-mail and telephone come masked: ${order.customerEmail}, ${order.customerPhone}.`,
    [order.customerEmail, order.customerPhone],
    ['o****@harbour-finch.example', '****42'],
  );
}

/** @param {Stage} stage */
async function smallOrder(stage) {
  const { tell, facts, assistant, people } = stage;
  tell.chapter('A small order needs one signature');
  const args = { orderId: 'A-100042', reason: 'Ordered twice by mistake; the customer keeps A-100043.' };
  const asked = await assistant.call(CANCEL, args);
  tell.say(`The assistant asks: “${asked.summary}”`);
  facts.equal(
    'It gets no result, but a plan that waits for people.',
    [asked.status, asked.required],
    ['APPROVAL_REQUIRED', 1],
  );
  const again = await assistant.call(CANCEL, args);
  facts.equal('Asked again, it joins the same plan; no second request reaches anybody.', again.planId, asked.planId);
  facts.equal('Nothing has happened to the order.', await stateOf(stage, 'A-100042'), 'PAID');

  const action = (await people.sam.look(asked.planId)).body;
  tell.say(`Sam Okafor reads exactly what will happen (code ${action.shortCode}) and signs it.`);
  const signed = await people.sam.decide('APPROVE', action, 'Confirmed with the customer.');
  facts.equal('His signature over the digests of what he saw is taken.', signed.status, 200);
  const done = await ending(stage, asked.planId);
  facts.equal('The engine cancels the order by itself.', [done.status, done.result?.state], ['SUCCEEDED', 'CANCELLED']);
  const repeated = await assistant.call(CANCEL, args);
  facts.equal('The same call once more answers the first result; nothing runs twice.', repeated, done.result);
  await record(stage, { plan: asked.planId, order: 'A-100042', story: 'small order', calls: 3 });

  const { timeline, chainVerified } = (await people.sam.look(asked.planId)).body;
  tell.say('The timeline:');
  tell.table(timeline.map((event) => [event.at.slice(11, 23), event.type, event.actor?.name ?? 'the engine']));
  facts.equal('Each entry is chained to the one before it, and the chain holds.', chainVerified, true);
}

/** @param {Stage} stage */
async function largeOrder(stage) {
  const { tell, facts, assistant, people } = stage;
  tell.chapter('A large order needs two');
  const args = { orderId: 'A-100077', reason: '客户的新店推迟开业。' };
  const asked = await assistant.call(CANCEL, args);
  const action = (await people.sam.look(asked.planId)).body;
  tell.say(`“${asked.summary}” ${action.rule.why.en}`);
  facts.equal('Two supervisors must sign.', asked.required, 2);
  await people.sam.decide('APPROVE', action, 'Agreed.');
  const half = await assistant.call(STATUS, { planId: asked.planId });
  facts.equal('After Sam’s signature it still waits.', [half.status, half.approvals], ['APPROVAL_REQUIRED', 1]);
  const twice = await people.sam.decide('APPROVE', action, 'Agreed again.');
  facts.equal('Sam cannot sign a second time.', [twice.status, twice.body.code], [409, 'ALREADY_DECIDED']);
  await people.sofia.decide('APPROVE', action, '已与客户确认。');
  const done = await ending(stage, asked.planId);
  facts.equal(
    'Sofia Reyes signs, and the order is cancelled.',
    [done.status, done.result?.state],
    ['SUCCEEDED', 'CANCELLED'],
  );
  const repeated = await Promise.all(Array.from({ length: 5 }, () => assistant.call(CANCEL, args)));
  facts.equal(
    'Five more calls at once all answer the first result.',
    repeated.every((one) => isDeepStrictEqual(one, done.result)),
    true,
  );
  await record(stage, { plan: asked.planId, order: 'A-100077', story: 'large order', calls: 6 });
}

/** @param {Stage} stage */
async function refusal(stage) {
  const { tell, facts, assistant, people } = stage;
  tell.chapter('A supervisor says no');
  const args = { orderId: 'A-100043', reason: 'Cancel the other one as well.' };
  const asked = await assistant.call(CANCEL, args);
  const action = (await people.sofia.look(asked.planId)).body;
  const why = 'The customer keeps this one.';
  tell.say(`The assistant wants A-100043 gone too. Sofia rejects it: “${why}”`);
  await people.sofia.decide('REJECT', action, why);
  const answer = await ending(stage, asked.planId);
  facts.equal('The assistant is told that a person rejected it.', answer.code, 'REJECTED');
  const late = await people.sam.decide('APPROVE', action, 'I would have signed.');
  facts.equal('Nobody can sign it any more.', [late.status, late.body.code], [409, 'REJECTED']);
  const again = await assistant.call(CANCEL, args);
  facts.equal('Asking again in the same words gets the same no.', again.code, 'REJECTED');
  facts.equal('The order stands.', await stateOf(stage, 'A-100043'), 'PAID');
  await record(stage, { plan: asked.planId, order: 'A-100043', story: 'rejected', calls: 2 });
}

/** @param {Stage} stage */
async function staleOrder(stage) {
  const { tell, facts, assistant, people } = stage;
  tell.chapter('The order changes under the signature');
  const order = await assistant.call(GET, { orderId: 'A-100101' });
  const args = { orderId: 'A-100101', reason: 'The customer changed their mind.' };
  const old = await assistant.call(CANCEL, { ...args, expectedVersion: '1' });
  facts.equal(
    `The assistant remembers version 1, but it is ${order.version}: refused before anybody is asked.`,
    old.code,
    'STALE_RESOURCE',
  );
  const asked = await assistant.call(CANCEL, { ...args, expectedVersion: order.version });
  const first = (await people.sofia.look(asked.planId)).body;

  tell.say('Meanwhile Sam, who is a supervisor himself, asks for the same order to be cancelled.');
  const call = { orderId: 'A-100101', reason: 'The customer called me.' };
  const own = await people.sam.call('orders.cancel.v1', call);
  facts.equal('He is not excused from asking.', [own.status, own.body.required], [202, 1]);
  const self = await people.sam.decide('APPROVE', own.body, 'My own request.');
  facts.equal(
    'He cannot sign it himself.',
    [self.status, self.body.code, self.body.details?.reason],
    [403, 'FORBIDDEN', 'SELF'],
  );
  const second = await people.samAdmin.decide('APPROVE', own.body, 'My other account.');
  facts.equal(
    'Nor with his second account: it is the human that counts.',
    [second.status, second.body.code, second.body.details?.reason],
    [403, 'FORBIDDEN', 'SELF'],
  );
  await people.sofia.decide('APPROVE', own.body, 'Sam is right.');
  const done = await ending(stage, own.body.id, people.sofia);
  facts.equal('Sofia signs for him, and the order is cancelled.', done.status, 'SUCCEEDED');
  const repeated = await people.sam.call('orders.cancel.v1', call);
  facts.equal(
    'Sam’s call, repeated over REST, answers that first result.',
    [repeated.status, repeated.body.result],
    [200, (await people.sofia.look(own.body.id)).body.execution?.result],
  );
  await people.sofia.decide('APPROVE', first, 'The assistant asked for it too.');
  const answer = await ending(stage, asked.planId);
  facts.equal(
    'Then she signs the assistant’s request, for an order that is not the one she saw: nothing is executed.',
    [answer.code, answer.details?.state],
    ['STALE_RESOURCE', 'INVALIDATED'],
  );
  await record(stage, {
    plan: own.body.id,
    order: 'A-100101',
    story: 'changed meanwhile',
    calls: 2,
  });
}

/** @param {Stage} stage */
async function strangers(stage) {
  const { url, tell, facts, assistant, people } = stage;
  tell.chapter('Those who have no say');
  const asked = await assistant.call(CANCEL, { orderId: 'A-100100', reason: 'The shop closes.' });
  const action = (await people.sofia.look(asked.planId)).body;
  tell.say(`The assistant asks: “${asked.summary}” Exactly the threshold, so this needs two signatures. Others try.`);
  const agent = await people.sofiasAgent.decide('APPROVE', action, 'She would surely agree.');
  facts.equal(
    'An agent that holds Sofia’s delegated token cannot sign in her place.',
    [agent.status, agent.body.code],
    [403, 'FORBIDDEN'],
  );
  const wei = await people.wei.decide('APPROVE', action, 'I am a supervisor too.');
  facts.equal(
    'Wei Zhang is a supervisor, but of wholesale: for him there is no such request.',
    [wei.status, wei.body.code],
    [404, 'NOT_FOUND'],
  );
  const gina = await people.gina.look(asked.planId);
  const nothing = await people.gina.look('0190a0a0-0000-7000-8000-000000000000');
  facts.equal(
    'Gina Moretti is of another company: a plan of Acme and a plan that never was are the same answer to her.',
    [gina.status, withoutTrace(gina.body)],
    [404, withoutTrace(nothing.body)],
  );
  const foreign = await people.gina.call('orders.get.v1', { orderId: 'A-100042' });
  facts.equal('Nor can she read an order of Acme.', [foreign.status, foreign.body.code], [404, 'NOT_FOUND']);
  const nobody = await fetch(`${url}/v1/actions/${asked.planId}`);
  facts.equal('Without a token there is no answer at all.', nobody.status, 401);
  const withdrawn = await assistant.call('actions_cancel_v1', {
    planId: asked.planId,
    reason: 'The shop stays after all.',
  });
  facts.equal('Erin’s assistant may withdraw what it asked for, and does.', withdrawn.status, 'CANCELLED');
  const late = await people.sofia.decide('APPROVE', action, 'Too late.');
  facts.equal('After that, no signature is taken.', [late.status, late.body.code], [409, 'CANCELLED']);
  await record(stage, {
    plan: asked.planId,
    order: 'A-100100',
    story: 'withdrawn',
    calls: 1,
  });
}

/** @param {Stage} stage */
async function theBooks({ tell, facts, ledger, orders }) {
  tell.chapter('The books');
  tell.say('What the order system itself wrote down, each effect under the name that the signatures fixed:');
  const effects = await ledger.effects();
  tell.table(effects.map(({ order, operation }) => [order, operation]));
  const approved = orders.filter(({ outcome }) => outcome === 'SUCCEEDED');
  facts.equal(
    'One effect for each approved order, however often it was asked for; none for any other.',
    effects.map(({ order }) => order).sort(),
    approved.map(({ order }) => order).sort(),
  );
  const names = effects.map(({ operation }) => operation);
  facts.equal('No two effects share a name.', new Set(names).size, names.length);
}

/**
 * Waits as an agent does: asks for the status, which answers when something changes, until it is over.
 *
 * @param {Stage} stage
 * @param {string} planId
 * @param {import('./callers.mjs').Person} [viewer] asks over REST instead
 * @returns {Promise<Partial<import('./callers.mjs').ToolAnswer>>}
 */
async function ending({ assistant }, planId, viewer) {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = viewer
      ? { status: (await viewer.look(`${planId}?wait=${WAIT_MS / 1000}`)).body.state }
      : await assistant.call(STATUS, { planId, waitMs: WAIT_MS });
    if (!['APPROVAL_REQUIRED', 'PENDING', 'APPROVED', 'EXECUTING'].includes(answer.status)) return answer;
  }
  return { status: 'STILL_WAITING' };
}

/**
 * @param {Stage} stage
 * @param {string} orderId
 * @returns {Promise<string>}
 */
async function stateOf({ assistant }, orderId) {
  return (await assistant.call(GET, { orderId })).state;
}

/**
 * Notes what became of an order, and checks that books, timeline and order agree.
 *
 * @param {Stage} stage
 * @param {{ plan: string, order: string, story: string, calls: number }} told
 */
async function record(stage, { plan, order, story, calls }) {
  const { facts, ledger, orders, people } = stage;
  const view = (await people.sofia.look(plan)).body;
  const outcome = view.state;
  const signedBy = view.decisions.filter((one) => one.decision === 'APPROVE').map((one) => one.approver.name);
  const executions = view.timeline.filter((event) => event.type === 'execution.succeeded').length;
  const effects = await ledger.effectsOn(order);
  orders.push({ order, story, signaturesNeeded: view.required, signedBy, outcome, calls, effects, executions });
  const wanted = outcome === 'SUCCEEDED' ? 1 : 0;
  const state = await stateOf(stage, order);
  facts.equal(
    wanted === 1 ? 'Books and timeline show one effect, and only one.' : 'Books and timeline show no effect.',
    [effects, executions, state === 'CANCELLED'],
    [wanted, wanted, wanted === 1],
  );
}

/** @param {object} problem */
function withoutTrace(problem) {
  return { ...problem, traceId: undefined };
}
