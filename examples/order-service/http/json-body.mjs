import { badRequest, refusal } from './answers.mjs';

/** @import { IncomingMessage } from 'node:http' */
/** @import { Read } from './answers.mjs' */

/** @typedef {Record<string, unknown>} JsonBody */

const MOST_BYTES = 16 * 1024;

/**
 * The body as a JSON object; no body is an empty one. Refuses more than 16 KiB, and what is no JSON object.
 *
 * @param {IncomingMessage} request
 * @returns {Promise<Read<JsonBody>>}
 */
export async function readJsonBody(request) {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MOST_BYTES) return { ok: false, answer: tooLarge() };
    chunks.push(chunk);
  }
  return size === 0 ? { ok: true, value: {} } : parse(Buffer.concat(chunks).toString('utf8'));
}

/** The rest of the body stays unread, so the connection cannot be used again. */
function tooLarge() {
  return refusal(413, 'TOO_LARGE', `A body has at most ${MOST_BYTES} bytes.`, { connection: 'close' });
}

/**
 * @param {string} text
 * @returns {Read<JsonBody>}
 */
function parse(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, value };
  } catch {
    // Answered below, like every other body that is no object.
  }
  return { ok: false, answer: badRequest('The body must be a JSON object.') };
}
