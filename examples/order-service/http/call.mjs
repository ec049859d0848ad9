/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { JsonBody } from './json-body.mjs' */
/** @import { Answer } from './answers.mjs' */

/**
 * One request that was read to its end.
 *
 * @typedef {object} Call
 * @property {string} method
 * @property {string} path
 * @property {URLSearchParams} query
 * @property {IncomingHttpHeaders} headers
 * @property {JsonBody} body
 */

/** @typedef {Answer | Promise<Answer>} Answering */
/** @typedef {[method: string, path: RegExp, answer: (call: Call, id: string) => Answering]} Route */

/**
 * The answer of the first route that fits, with what its path captured; undefined when none does.
 *
 * @param {readonly Route[]} routes
 * @param {Call} call
 * @returns {Answering | undefined}
 */
export function route(routes, call) {
  for (const [method, path, answer] of routes) {
    const match = method === call.method ? path.exec(call.path) : null;
    if (match) return answer(call, match[1] ?? '');
  }
  return undefined;
}
