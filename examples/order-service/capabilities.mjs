/**
 * What this order system offers to a caller whose answer was lost. Each can be switched while it runs.
 *
 * @typedef {object} Capabilities
 * @property {boolean} dedup an operation id that was applied is answered again and not applied again
 * @property {number} dedupWindowMs for how long after it was applied; later the id is forgotten and would be applied anew
 * @property {boolean} abortOrGet `POST /operations/{id}/abort`
 * @property {boolean} conditionalWrites `If-Match` is required and compared, and a cancelled order is not cancelled again
 * @property {boolean} statusQuery `GET /operations/{id}`
 */

const DAY_MS = 24 * 60 * 60 * 1000;

/** @type {Capabilities} */
const NOTHING = {
  dedup: false,
  dedupWindowMs: DAY_MS,
  abortOrGet: false,
  conditionalWrites: false,
  statusQuery: false,
};

/** @type {Readonly<Capabilities>} */
export const EVERYTHING = Object.freeze({
  ...NOTHING,
  dedup: true,
  abortOrGet: true,
  conditionalWrites: true,
  statusQuery: true,
});

// Each offers what its class is named for and nothing beside it: whoever relies on more finds two effects in the ledger.
/** @type {Map<unknown, Capabilities>} */
const CLASSES = new Map([
  ['A', { ...NOTHING, dedup: true }],
  ['B', { ...NOTHING, abortOrGet: true }],
  ['B-', { ...NOTHING, statusQuery: true }],
  ['C', NOTHING],
]);

/** @type {readonly string[]} */
const SWITCHES = ['dedup', 'abortOrGet', 'conditionalWrites', 'statusQuery'];

/**
 * The capabilities after a change: first those of `class`, where it is given, then the single switches. What is not mentioned
 * stays as it was.
 *
 * @param {Readonly<Capabilities>} current
 * @param {Record<string, unknown>} changes
 * @returns {{ ok: true, value: Capabilities } | { ok: false, problem: string }}
 */
export function changed(current, changes) {
  const { class: name, ...single } = changes;
  const start = name === undefined ? current : CLASSES.get(name);
  if (!start) return { ok: false, problem: `class must be one of ${[...CLASSES.keys()].join(', ')}` };
  for (const [key, value] of Object.entries(single)) {
    const problem = problemWith(key, value);
    if (problem) return { ok: false, problem };
  }
  return { ok: true, value: { ...start, ...single } };
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {string | undefined}
 */
function problemWith(key, value) {
  if (SWITCHES.includes(key)) return typeof value === 'boolean' ? undefined : `${key} must be true or false`;
  if (key !== 'dedupWindowMs') return `there is no switch called ${key}`;
  const usable = typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= 365 * DAY_MS;
  return usable ? undefined : 'dedupWindowMs must be a whole number of milliseconds, from 1 to those of 365 days';
}
