/** @import { ServerResponse } from 'node:http' */

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {unknown} body becomes JSON
 */

/**
 * What was read from a request, or the answer that refuses it.
 *
 * @template T
 * @typedef {{ ok: true, value: T } | { ok: false, answer: Answer }} Read
 */

/**
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 * @returns {Answer}
 */
export function ok(body, headers = {}) {
  return { status: 200, headers, body };
}

/**
 * @param {number} status
 * @param {string} code for programs
 * @param {string} message for people
 * @param {Record<string, string>} [headers]
 * @returns {Answer}
 */
export function refusal(status, code, message, headers = {}) {
  return { status, headers, body: { code, message } };
}

/** @param {string} message */
export function badRequest(message) {
  return refusal(400, 'BAD_REQUEST', message);
}

/**
 * Does nothing when the caller has gone.
 *
 * @param {ServerResponse} response
 * @param {Answer} answer
 */
export function send(response, answer) {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...answer.headers,
  });
  response.end(text);
}
