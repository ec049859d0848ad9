import { createHash } from 'node:crypto';

/**
 * A number in [0, 1) that follows from the words alone: the same in every run, in whatever order draws are made.
 *
 * @param {...(string | number)} words
 * @returns {number}
 */
export function draw(...words) {
  return createHash('sha256').update(JSON.stringify(words)).digest().readUIntBE(0, 6) / 2 ** 48;
}

/**
 * @template T
 * @param {readonly [T, ...T[]]} choices
 * @param {...(string | number)} words
 * @returns {T} the one that the words point at
 */
export function drawOne(choices, ...words) {
  return choices[Math.floor(draw(...words) * choices.length)] ?? choices[0];
}
