import { operationIdIn } from '../business/cancel-request.mjs';
import { draw } from '../seeded-draw.mjs';

/** @import { Call } from '../http/call.mjs' */
/** @import { FaultOrder } from './fault-order.mjs' */

/** A fault that waits for requests, and remembers how many it has struck. */
export class FaultRule {
  #path;
  /** @type {Map<string, number>} */
  #seen = new Map();
  #seed;
  #strikes = 0;

  /**
   * @param {string} id
   * @param {FaultOrder} order
   * @param {string} seed of its draws, where the order names none
   */
  constructor(id, order, seed) {
    this.id = id;
    this.order = order;
    this.#path = order.path === undefined ? undefined : pattern(order.path);
    this.#seed = order.seed ?? `${seed}/${id}`;
  }

  get isSpent() {
    return this.order.next !== undefined && this.#strikes >= this.order.next;
  }

  /**
   * Whether this request is struck. Counts it.
   *
   * @param {Call} call
   */
  strikes(call) {
    const struck = this.#concerns(call) && this.#isDrawn(call);
    if (struck) this.#strikes += 1;
    return struck;
  }

  view() {
    return { id: this.id, ...this.order, strikes: this.#strikes };
  }

  /** @param {Call} call */
  #concerns(call) {
    const { operationId, method } = this.order;
    if (operationId !== undefined && operationId !== operationOf(call)) return false;
    if (method !== undefined && method !== call.method) return false;
    return this.#path?.test(call.path) ?? true;
  }

  /**
   * The draw follows from the seed and from the how-manieth request of this method and path it is; not from how requests
   * interleave. The same run strikes the same requests again.
   *
   * @param {Call} call
   */
  #isDrawn({ method, path }) {
    const { probability } = this.order;
    if (probability === undefined) return true;
    const key = `${method} ${path}`;
    const nth = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, nth);
    return draw(this.#seed, key, nth) < probability;
  }
}

/** @param {Call} call */
function operationOf(call) {
  return /^\/operations\/([^/]+)/.exec(call.path)?.[1] ?? operationIdIn(call.headers);
}

/** @param {string} path */
function pattern(path) {
  const literal = (/** @type {string} */ part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${path.split('*').map(literal).join('.*')}$`);
}
