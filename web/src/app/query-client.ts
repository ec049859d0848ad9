import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';

const MAX_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Live updates say when something changed; until then what was read stays right for a while.
        staleTime: 10_000,
        retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
      },
      // A decision is sent once. Whether it arrived is read from the action, never guessed by sending again.
      mutations: { retry: false },
    },
  });
}

function mayPass(error: unknown): boolean {
  return error instanceof ApiProblem && (error.problem.status === 0 || error.problem.status >= 500);
}
