import { FaultRule } from './fault-rule.mjs';

/** @import { Call } from '../http/call.mjs' */
/** @import { FaultOrder } from './fault-order.mjs' */

/** The faults that are ordered at the moment, and how often each kind has struck since the process began. */
export class FaultBoard {
  /** @type {Map<string, FaultRule>} */
  #rules = new Map();
  /** @type {Map<string, number>} */
  #struck = new Map();
  #given = 0;
  #seed;

  /** @param {string} seed */
  constructor(seed) {
    this.#seed = seed;
  }

  /** @param {FaultOrder} order */
  add(order) {
    this.#given += 1;
    const rule = new FaultRule(`f${this.#given}`, order, this.#seed);
    this.#rules.set(rule.id, rule);
    return rule.view();
  }

  /** @param {string} id */
  remove(id) {
    return this.#rules.delete(id);
  }

  clear() {
    this.#rules.clear();
  }

  /**
   * The fault that befalls this request: of those that concern it, the one that was ordered first.
   *
   * @param {Call} call
   * @returns {FaultOrder | undefined}
   */
  strike(call) {
    for (const rule of this.#rules.values()) {
      if (!rule.strikes(call)) continue;
      if (rule.isSpent) this.#rules.delete(rule.id);
      this.#struck.set(rule.order.kind, (this.#struck.get(rule.order.kind) ?? 0) + 1);
      return rule.order;
    }
    return undefined;
  }

  view() {
    return { faults: [...this.#rules.values()].map((rule) => rule.view()), struck: Object.fromEntries(this.#struck) };
  }
}
