import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from '../http/answers.mjs';

/** @import { Answer } from '../http/answers.mjs' */
/** @import { FaultKind, FaultOrder } from './fault-order.mjs' */

/**
 * One request, and all that can be done with it.
 *
 * @typedef {object} Exchange
 * @property {() => Promise<Answer>} apply does what was asked for
 * @property {(answer: Answer) => void} send
 * @property {() => void} reset ends the connection with an RST
 * @property {() => void} close ends the connection as an idle one is ended, with a FIN
 * @property {(ms: number) => void} applyLater does what was asked for in a while, whoever may still wait for it
 * @property {(ms: number) => void} goAway
 */

const FAILED = refusal(500, 'INTERNAL', 'Something went wrong here. Whether anything was done is not known.');
const GATEWAY_TIMEOUT = refusal(504, 'GATEWAY_TIMEOUT', 'The order system did not answer in time.');

/** @type {Record<FaultKind, (exchange: Exchange, order: FaultOrder) => unknown>} */
const COURSES = {
  slow: async ({ apply, send }, { ms }) => {
    await sleep(ms);
    send(await apply());
  },
  'drop-answer': async ({ apply, reset }) => {
    await apply();
    reset();
  },
  'fail-after': async ({ apply, send }) => {
    await apply();
    send(FAILED);
  },
  'fail-before': ({ send }) => send(FAILED),
  'apply-late': ({ applyLater, close, send }, { ms = 0, answer }) => {
    applyLater(ms);
    return answer === 'gateway-timeout' ? send(GATEWAY_TIMEOUT) : close();
  },
  'close-unapplied': ({ close }) => close(),
  'apply-twice': async ({ apply, send }) => {
    const answer = await apply();
    await apply();
    send(answer);
  },
  'go-away': ({ goAway }, { ms = 0 }) => goAway(ms),
  'hang-before': () => undefined,
  'hang-after': ({ apply }) => apply(),
};

/**
 * Treats a request as the fault says.
 *
 * @param {FaultOrder} order
 * @param {Exchange} exchange
 */
export async function carryOut(order, exchange) {
  await COURSES[order.kind](exchange, order);
}
