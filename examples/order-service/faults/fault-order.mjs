/**
 * One order to misbehave, as it is given over the control port.
 *
 * @typedef {object} FaultOrder
 * @property {FaultKind} kind
 * @property {number} [ms] how long it is slow, late or away
 * @property {'close' | 'gateway-timeout'} [answer] what the caller of `apply-late` gets at once
 * @property {number} [next] strikes that many requests, then it is over
 * @property {number} [probability] strikes a matching request with this chance, drawn from the seed
 * @property {string} [seed]
 * @property {string} [operationId] only requests about this operation
 * @property {string} [method]
 * @property {string} [path] only this path; `*` stands for any run of characters
 */

/**
 * @typedef {'slow' | 'drop-answer' | 'fail-after' | 'fail-before' | 'apply-late' | 'close-unapplied' | 'apply-twice' | 'go-away'
 *   | 'hang-before' | 'hang-after'} FaultKind
 */

/** @typedef {{ ok: true, value: FaultOrder } | { ok: false, problem: string }} ReadOrder */

/** @type {readonly string[]} */
const KINDS_WITH_TIME = ['slow', 'apply-late', 'go-away'];
const KINDS = [
  ...KINDS_WITH_TIME,
  'drop-answer',
  'fail-after',
  'fail-before',
  'close-unapplied',
  'apply-twice',
  'hang-before',
  'hang-after',
];
export const MOST_MS = 600_000;

/** @param {unknown} value */
const isText = (value) => typeof value === 'string' && value.length >= 1 && value.length <= 200;

/**
 * @param {unknown} value
 * @param {number} max
 */
export const isWhole = (value, max) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;

/** @type {Map<string, [fits: (value: unknown) => boolean, must: string]>} */
const PROPERTIES = new Map([
  ['kind', [(value) => typeof value === 'string' && KINDS.includes(value), `be one of ${KINDS.join(', ')}`]],
  ['ms', [(value) => isWhole(value, MOST_MS), `be a whole number from 1 to ${MOST_MS}`]],
  ['answer', [(value) => value === 'close' || value === 'gateway-timeout', 'be close or gateway-timeout']],
  ['next', [(value) => isWhole(value, 1_000_000), 'be a whole number from 1 to 1000000']],
  ['probability', [(value) => typeof value === 'number' && value > 0 && value <= 1, 'be above 0 and at most 1']],
  ['seed', [isText, 'be a text of 1 to 200 characters']],
  ['operationId', [isText, 'be a text of 1 to 200 characters']],
  ['method', [(value) => value === 'GET' || value === 'POST', 'be GET or POST']],
  ['path', [(value) => isText(value) && String(value).startsWith('/'), 'begin with /']],
]);

/**
 * Checks an order. Without `next` and `probability` it strikes the next matching request.
 *
 * @param {Record<string, unknown>} body
 * @returns {ReadOrder}
 */
export function readFaultOrder(body) {
  // Each by itself first: only then is it of the type that the checks together read.
  const problem = Object.entries(body).map(problemWith).find(Boolean) ?? problemTogether(body);
  if (problem) return { ok: false, problem };
  const order = /** @type {FaultOrder} */ (body.probability === undefined ? { next: 1, ...body } : body);
  return { ok: true, value: order };
}

/**
 * @param {[string, unknown]} property
 * @returns {string | undefined}
 */
function problemWith([name, value]) {
  const rule = PROPERTIES.get(name);
  if (!rule) return `there is no property ${name}`;
  const [fits, must] = rule;
  return fits(value) ? undefined : `${name} must ${must}`;
}

/**
 * @param {Partial<FaultOrder>} order
 * @returns {string | undefined}
 */
function problemTogether({ kind, ms, answer, seed, probability }) {
  if (kind === undefined) return 'kind is missing';
  if (KINDS_WITH_TIME.includes(kind) !== (ms !== undefined)) {
    return ms === undefined ? `${kind} needs ms` : `${kind} has no ms`;
  }
  if (answer !== undefined && kind !== 'apply-late') return `${kind} has no answer to choose`;
  return seed !== undefined && probability === undefined ? 'a seed is for a probability' : undefined;
}
