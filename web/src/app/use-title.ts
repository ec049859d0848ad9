import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countsQuery } from '../api/queries';

/** The tab's title: what waits, what this is. */
export function useTitle(title: string): void {
  const { data: counts } = useQuery(countsQuery);
  const waiting = counts !== undefined && counts.inbox > 0 ? `(${counts.inbox}) ` : '';
  useEffect(() => {
    document.title = `${waiting}${title} · Countersign`;
  }, [waiting, title]);
}
