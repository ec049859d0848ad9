import { assistant, person } from './callers.mjs';
import { Facts } from './facts.mjs';

/**
 * Everybody and everything that the chapters share.
 *
 * @typedef {object} Stage
 * @property {string} url the engine
 * @property {import('./teller.mjs').Teller} tell
 * @property {Facts} facts
 * @property {import('./ledger.mjs').Ledger} ledger
 * @property {import('./callers.mjs').Assistant} assistant acts for Erin, an employee of retail
 * @property {Record<'sam' | 'sofia' | 'samAdmin' | 'wei' | 'sofiasAgent' | 'gina', import('./callers.mjs').Person>} people
 * @property {OrderFact[]} orders what became of each order, for `--json`
 */

/**
 * @typedef {object} OrderFact
 * @property {string} order
 * @property {string} story
 * @property {number} signaturesNeeded
 * @property {string[]} signedBy
 * @property {string} outcome
 * @property {number} calls how often the same call was sent
 * @property {number} effects what the order system's own ledger says
 * @property {number} executions how many successful executions the timeline shows
 */

/**
 * @param {{ url: string, tell: import('./teller.mjs').Teller, ledger: import('./ledger.mjs').Ledger, signal: AbortSignal }} setup
 * @returns {Promise<Stage>}
 */
export async function setStage({ url, tell, ledger, signal }) {
  const meet = (/** @type {string} */ name, /** @type {string[]} */ agents = []) =>
    person(url, name, { agents, signal });
  const agent = 'order-assistant';
  return {
    url,
    tell,
    ledger,
    facts: new Facts(tell),
    assistant: await assistant(url, { agent, for: 'erin', signal }),
    people: {
      sam: await meet('sam'),
      sofia: await meet('sofia'),
      samAdmin: await meet('sam.admin'),
      wei: await meet('wei'),
      sofiasAgent: await meet('sofia', [agent]),
      gina: await meet('gina'),
    },
    orders: [],
  };
}
