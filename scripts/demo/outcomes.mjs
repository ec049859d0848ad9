import { GET, STATUS } from './tools.mjs';

const WAIT_MS = 20_000;
const TRIES = 3;

/** @typedef {import('./stage.mjs').Stage} Stage */

/**
 * Waits as an agent does: asks for the status, which answers when something changes, until it is over.
 *
 * @param {Stage} stage
 * @param {string} planId
 * @param {import('./callers.mjs').Person} [viewer] asks over REST instead
 * @returns {Promise<Partial<import('./callers.mjs').ToolAnswer>>}
 */
export async function ending({ assistant }, planId, viewer) {
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
export async function stateOf({ assistant }, orderId) {
  return (await assistant.call(GET, { orderId })).state;
}

/**
 * Notes what became of an order, and checks that books, timeline and order agree.
 *
 * @param {Stage} stage
 * @param {{ plan: string, order: string, story: string, calls: number }} told
 */
export async function record(stage, { plan, order, story, calls }) {
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

/** @param {Stage} stage */
export async function theBooks({ tell, facts, ledger, orders }) {
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
