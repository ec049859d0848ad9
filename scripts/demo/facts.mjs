import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {object} Difference
 * @property {string} fact what should be true
 * @property {unknown} expected
 * @property {unknown} actual
 */

/** Every claim of the story is checked when it is told; a difference is kept, and the story goes on. */
export class Facts {
  /** @param {import('./teller.mjs').Teller} tell */
  constructor(tell) {
    this.tell = tell;
    this.checked = 0;
    /** @type {Difference[]} */
    this.differences = [];
  }

  /**
   * Tells a fact, if it is one.
   *
   * @param {string} fact one sentence
   * @param {unknown} actual
   * @param {unknown} expected
   */
  equal(fact, actual, expected) {
    this.checked += 1;
    if (isDeepStrictEqual(actual, expected)) {
      this.tell.holds(fact);
      return;
    }
    this.differences.push({ fact, expected, actual });
    this.tell.differs(`${fact} — expected ${shown(expected)}, but it is ${shown(actual)}`);
  }
}

/** @param {unknown} value */
function shown(value) {
  return JSON.stringify(value) ?? 'nothing';
}
