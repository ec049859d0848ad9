import { explain } from '../explain.mjs';
import { refusal, send } from './answers.mjs';
import { bears, UNAUTHORIZED } from './bearer.mjs';
import { readJsonBody } from './json-body.mjs';

/** @import { IncomingMessage, RequestListener, ServerResponse } from 'node:http' */
/** @import { UnderWay } from '../under-way.mjs' */
/** @import { Call } from './call.mjs' */

/** @typedef {(call: Call, response: ServerResponse) => Promise<void>} Serve */

/**
 * Checks the credential, reads the request to its end and serves it. What goes wrong in there is told as 500 without details.
 *
 * @param {{ token: string, underWay: UnderWay, serve: Serve }} parts
 * @returns {RequestListener}
 */
export function receiving({ token, underWay, serve }) {
  return (request, response) => {
    underWay.add(
      receive(request, response, token, serve).catch((/** @type {unknown} */ error) => {
        // The caller went away before all of its request was here: nobody to answer, and nothing was done.
        if (!request.complete) return;
        console.error(`order service: ${request.method} failed: ${explain(error)}`);
        send(response, refusal(500, 'INTERNAL', 'Something went wrong here. Whether anything was done is not known.'));
      }),
    );
  };
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {string} token
 * @param {Serve} serve
 */
async function receive(request, response, token, serve) {
  if (!bears(request.headers.authorization, token)) return send(response, UNAUTHORIZED);
  const body = await readJsonBody(request);
  if (!body.ok) return send(response, body.answer);
  const { method = 'GET', url = '/', headers } = request;
  const [path = '/', query] = url.split('?', 2);
  return serve({ method, path, query: new URLSearchParams(query), headers, body: body.value }, response);
}
