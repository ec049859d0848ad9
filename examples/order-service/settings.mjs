import { changed, EVERYTHING } from './capabilities.mjs';

/** @import { Capabilities } from './capabilities.mjs' */

/**
 * @typedef {object} Settings
 * @property {string} databaseUrl
 * @property {string} serviceToken the bearer credential of the order system's callers
 * @property {string} controlToken the bearer credential of whoever breaks it
 * @property {number} port 0: any that is free
 * @property {number} controlPort
 * @property {number} orders how many orders there are to begin with, from A-100000 on
 * @property {string} seed decides the orders and every draw of a fault
 * @property {Capabilities} capabilities
 * @property {number} stopPatienceMs how long a stop waits for what is under way
 */

const MOST_ORDERS = 100_000;
const SHORTEST_TOKEN = 16;

/**
 * Reads the environment. Throws one error with a sentence for each variable that is wrong.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function readSettings(env) {
  /** @type {string[]} */
  const problems = [];
  const settings = {
    databaseUrl: databaseUrl(env.DATABASE_URL, problems),
    serviceToken: token('SERVICE_TOKEN', env, problems),
    controlToken: token('CONTROL_TOKEN', env, problems),
    port: whole('PORT', env, { fallback: 4330, max: 65_535 }, problems),
    controlPort: whole('CONTROL_PORT', env, { fallback: 4331, max: 65_535 }, problems),
    orders: whole('ORDERS', env, { fallback: 1000, max: MOST_ORDERS }, problems),
    seed: env.SEED || '1',
    capabilities: capabilities(env, problems),
    stopPatienceMs: whole('STOP_PATIENCE_MS', env, { fallback: 10_000, max: 600_000 }, problems),
  };
  // Whoever may cancel orders must not be able to switch the guards off.
  if (settings.serviceToken && settings.serviceToken === settings.controlToken) {
    problems.push('SERVICE_TOKEN and CONTROL_TOKEN must differ.');
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
}

/**
 * @param {string | undefined} value
 * @param {string[]} problems
 */
function databaseUrl(value, problems) {
  if (!/^postgres(ql)?:\/\//.test(value ?? '')) problems.push('DATABASE_URL must begin with postgresql://.');
  return value ?? '';
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} problems
 */
function token(name, env, problems) {
  const value = env[name] ?? '';
  if (!/^[\w.~+/=-]+$/.test(value) || value.length < SHORTEST_TOKEN) {
    problems.push(`${name} must be a bearer credential of at least ${SHORTEST_TOKEN} characters.`);
  }
  return value;
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @param {{ fallback: number, max: number }} range
 * @param {string[]} problems
 */
function whole(name, env, { fallback, max }, problems) {
  const text = env[name];
  if (!text) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) problems.push(`${name} must be a whole number from 0 to ${max}.`);
  return value;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} problems
 * @returns {Capabilities}
 */
function capabilities(env, problems) {
  const given = {
    class: env.ADAPTER_CLASS,
    dedup: yesOrNo(env.DEDUP),
    dedupWindowMs: env.DEDUP_WINDOW_MS ? Number(env.DEDUP_WINDOW_MS) : undefined,
    abortOrGet: yesOrNo(env.ABORT_OR_GET),
    conditionalWrites: yesOrNo(env.CONDITIONAL_WRITES),
    statusQuery: yesOrNo(env.STATUS_QUERY),
  };
  const mentioned = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  const read = changed(EVERYTHING, Object.fromEntries(mentioned));
  if (read.ok) return read.value;
  problems.push(`The capabilities are not usable: ${read.problem}.`);
  return EVERYTHING;
}

/** @param {string | undefined} text */
function yesOrNo(text) {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}
