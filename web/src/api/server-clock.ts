/**
 * What time it is at the server. Deadlines are the server's, and a laptop's clock may be minutes off. Every answer's `Date`
 * (whole seconds, RFC 9110 §6.6.1) bounds the difference; bounds of several answers together pin it to a few milliseconds.
 */
export interface ServerClock {
  /** Milliseconds since the epoch, by the server's clock. */
  now(): number;
  /** Takes in one answer: its `Date` header, and when the request left and the answer came, by this machine's clock. */
  observe(date: string | null, sentAt: number, receivedAt: number): void;
}

export function createServerClock(localNow: () => number = () => Date.now()): ServerClock {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  return {
    now: () => localNow() + (least === Number.NEGATIVE_INFINITY ? 0 : (least + most) / 2),
    observe(date, sentAt, receivedAt) {
      const second = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(second)) return;
      const lower = second - receivedAt;
      const upper = second + 1000 - sentAt;
      // A clock that was set meanwhile contradicts what was known: begin anew.
      const contradicts = lower > most || upper < least;
      least = contradicts ? lower : Math.max(least, lower);
      most = contradicts ? upper : Math.min(most, upper);
    },
  };
}

export const serverClock = createServerClock();
