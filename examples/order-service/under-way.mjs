/** What has begun and must not be cut off in the middle. */
export class UnderWay {
  /** @type {Set<Promise<void>>} */
  #work = new Set();

  get size() {
    return this.#work.size;
  }

  /** @param {Promise<void>} work must not reject */
  add(work) {
    const tracked = work.finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }

  /**
   * Waits until nothing is under way.
   *
   * @param {number} patienceMs
   * @returns {Promise<number>} how much was still under way when patience ended
   */
  async settle(patienceMs) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs, 'over');
    });
    while (this.#work.size > 0) {
      if ((await Promise.race([Promise.all(this.#work), patience])) === 'over') break;
    }
    clearTimeout(timer);
    return this.#work.size;
  }
}
