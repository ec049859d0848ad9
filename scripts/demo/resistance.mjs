import { ending, record, stateOf } from './outcomes.mjs';
import { CANCEL, GET, WITHDRAW } from './tools.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */

/** @param {Stage} stage */
export async function refusal(stage) {
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
export async function staleOrder(stage) {
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

  const own = await ownRequest(stage);
  await people.sofia.decide('APPROVE', first, 'The assistant asked for it too.');
  const answer = await ending(stage, asked.planId);
  facts.equal(
    'Then she signs the assistant’s request, for an order that is not the one she saw: nothing is executed.',
    [answer.code, answer.details?.state],
    ['STALE_RESOURCE', 'INVALIDATED'],
  );
  await record(stage, {
    plan: own,
    order: 'A-100101',
    story: 'changed meanwhile',
    calls: 2,
  });
}

/**
 * Sam asks for the same order in his own name, and cannot sign that himself.
 *
 * @param {Stage} stage
 * @returns {Promise<string>} his plan, which Sofia signed
 */
async function ownRequest(stage) {
  const { tell, facts, people } = stage;
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
  return own.body.id;
}

/** @param {Stage} stage */
export async function strangers(stage) {
  const { tell, facts, assistant, people } = stage;
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
  await outsiders(stage, asked.planId);
  const withdrawn = await assistant.call(WITHDRAW, {
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

/**
 * Another company, and nobody at all.
 *
 * @param {Stage} stage
 * @param {string} plan
 */
async function outsiders({ url, facts, people }, plan) {
  const gina = await people.gina.look(plan);
  const nothing = await people.gina.look('0190a0a0-0000-7000-8000-000000000000');
  facts.equal(
    'Gina Moretti is of another company: a plan of Acme and a plan that never was are the same answer to her.',
    [gina.status, withoutTrace(gina.body)],
    [404, withoutTrace(nothing.body)],
  );
  const foreign = await people.gina.call('orders.get.v1', { orderId: 'A-100042' });
  facts.equal('Nor can she read an order of Acme.', [foreign.status, foreign.body.code], [404, 'NOT_FOUND']);
  const nobody = await fetch(`${url}/v1/actions/${plan}`);
  facts.equal('Without a token there is no answer at all.', nobody.status, 401);
}

/** @param {object} problem */
function withoutTrace(problem) {
  return { ...problem, traceId: undefined };
}
