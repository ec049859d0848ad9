import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Wakeup } from './wakeup.js';

@Injectable()
export class WakeupStore {
  constructor(private readonly database: Database) {}

  /**
   * Takes what is due and was not published, or was published and not done for `againMs`. Several relays share the work:
   * locked rows are left to the other.
   */
  async takeDue(limit: number, againMs: number): Promise<Wakeup[]> {
    return this.database.query<Wakeup>(
      'wakeup_take_due',
      `UPDATE wakeup w SET published_at = clock_timestamp(), attempts = attempts + 1
         FROM (SELECT tenant, plan, kind FROM wakeup
                WHERE due_at <= clock_timestamp()
                  AND (published_at IS NULL OR published_at < clock_timestamp() - $2::bigint * interval '1 millisecond')
                ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) due
        WHERE (w.tenant, w.plan, w.kind) = (due.tenant, due.plan, due.kind)
       RETURNING w.tenant, w.plan, w.kind`,
      [limit, againMs],
    );
  }

  /** The look could not be finished: look again later, the longer the more often it failed (2 s to 1 min). */
  async postpone({ tenant, plan, kind }: Wakeup): Promise<void> {
    await this.database.query(
      'wakeup_postpone',
      `UPDATE wakeup SET due_at = clock_timestamp() + least(60, 2 ^ least(attempts, 6)) * interval '1 second', published_at = NULL
        WHERE tenant = $1 AND plan = $2 AND kind = $3`,
      [tenant, plan, kind],
    );
  }

  /** The look is done and nothing is left to look at. */
  async done({ tenant, plan, kind }: Wakeup): Promise<void> {
    await this.database.query('wakeup_done', 'DELETE FROM wakeup WHERE tenant = $1 AND plan = $2 AND kind = $3', [
      tenant,
      plan,
      kind,
    ]);
  }

  /** How many are due, and for how long the oldest has waited. */
  async lag(): Promise<{ due: number; oldestMs: number }> {
    const rows = await this.database.query<{ due: number; oldestMs: number }>(
      'wakeup_lag',
      `SELECT count(*)::integer AS due,
              coalesce(extract(epoch FROM clock_timestamp() - min(due_at)) * 1000, 0)::float8 AS "oldestMs"
         FROM wakeup WHERE due_at <= clock_timestamp()`,
    );
    return rows[0] ?? { due: 0, oldestMs: 0 };
  }
}
