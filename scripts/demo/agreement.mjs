import { isDeepStrictEqual } from 'node:util';
import { ending, record, stateOf } from './outcomes.mjs';
import { CANCEL, GET, STATUS } from './tools.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */

/** @param {Stage} stage */
export async function lookAround({ tell, facts, assistant }) {
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
export async function smallOrder(stage) {
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
export async function largeOrder(stage) {
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
