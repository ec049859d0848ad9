import { createContext, use } from 'react';
import type { Me } from '../api/types';

export const MeContext = createContext<Me | undefined>(undefined);

/** Who is signed in. Only pages inside the shell may ask. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === undefined) throw new Error('useMe outside of the shell');
  return me;
}
