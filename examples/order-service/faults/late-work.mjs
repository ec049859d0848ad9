import { explain } from '../explain.mjs';

/** @import { UnderWay } from '../under-way.mjs' */

/** Work that is done some time after its request was given up. */
export class LateWork {
  #underWay;
  #failures = 0;

  /** @param {UnderWay} underWay keeps a stop waiting for it */
  constructor(underWay) {
    this.#underWay = underWay;
  }

  /** How much waits for its time. */
  get pending() {
    return this.#underWay.size;
  }

  /** How much could not be done when its time came. It is not tried again. */
  get failures() {
    return this.#failures;
  }

  /**
   * @param {number} ms
   * @param {() => Promise<unknown>} work
   */
  after(ms, work) {
    this.#underWay.add(
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      })
        .then(work)
        .then(
          () => undefined,
          (/** @type {unknown} */ error) => {
            this.#failures += 1;
            console.error(`order service: late work failed: ${explain(error)}`);
          },
        ),
    );
  }
}
