import type { Problem } from './types';

/** The engine could not be reached at all: no answer, or none that it wrote. */
export const UNREACHABLE = 'UNREACHABLE';

/** An answer of the engine that is not a success, or no answer. What it carries is safe to show. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The problem of a request that never got an answer. */
export function unreachable(): ApiProblem {
  return new ApiProblem({ type: 'about:blank', title: 'Unreachable', status: 0, code: UNREACHABLE, retryable: true });
}

/** Reads the engine's problem; a proxy's error page, which is not one, becomes a problem with its status only. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  if (isProblem(body)) return new ApiProblem({ ...body, status: response.status });
  return new ApiProblem({
    type: 'about:blank',
    title: response.statusText || `HTTP ${response.status}`,
    status: response.status,
    code: response.status >= 500 ? 'UNAVAILABLE' : 'INTERNAL',
    retryable: response.status >= 500,
  });
}

/** Any thrown value as a problem, for the screens that show one. */
export function asProblem(error: unknown): Problem {
  if (error instanceof ApiProblem) return error.problem;
  const detail = error instanceof Error ? error.message : String(error);
  return { type: 'about:blank', title: 'Page error', status: 0, code: 'PAGE_ERROR', detail };
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}
