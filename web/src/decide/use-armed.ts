import { useEffect, useState } from 'react';

/** Longer than a double click takes (500 ms is the common limit of operating systems). */
const ARMING_MS = 700;

/**
 * False just after a sheet appears. The second click of a double click on "Approve" would otherwise land on the button that
 * came up under the pointer, and sign what nobody read.
 */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMING_MS);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
