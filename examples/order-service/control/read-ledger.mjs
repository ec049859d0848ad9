import { badRequest, ok } from '../http/answers.mjs';

/** @import { LedgerStore } from '../database/ledger.store.mjs' */

const PAGE = 1000;

/**
 * One page of effects after the number that `after` gives, and `next`: what to ask with after it. The page that is empty was
 * the last one so far.
 *
 * @param {LedgerStore} ledger
 * @param {URLSearchParams} query
 */
export async function readLedger(ledger, query) {
  const after = query.get('after') ?? '0';
  const limit = query.get('limit') ?? String(PAGE);
  if (!/^\d{1,15}$/.test(after)) return badRequest('after must be the number of an effect.');
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > PAGE) {
    return badRequest(`limit must be a whole number from 1 to ${PAGE}.`);
  }
  const effects = await ledger.after(Number(after), Number(limit));
  return ok({ effects, next: effects.at(-1)?.seq ?? Number(after) });
}
