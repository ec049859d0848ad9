import { createHash, timingSafeEqual } from 'node:crypto';
import { refusal } from './answers.mjs';

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest();

/**
 * Whether the Authorization header carries exactly this bearer credential (RFC 6750 §2.1). Compared by digest and in constant
 * time: how long a refusal takes tells nothing about the credential.
 *
 * @param {string | undefined} header
 * @param {string} token
 */
export function bears(header, token) {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** Answered to whoever does not carry it. */
export const UNAUTHORIZED = refusal(401, 'UNAUTHORIZED', 'This needs a bearer credential of its own.', {
  'www-authenticate': 'Bearer',
});
