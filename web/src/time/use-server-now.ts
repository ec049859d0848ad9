import { useEffect, useState } from 'react';
import { serverClock } from '../api/server-clock';

/** The server's time, read anew every `stepMs`. */
export function useServerNow(stepMs: number): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
