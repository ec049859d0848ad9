import type { EmbeddedPostgres } from './index.mjs';

export interface ThrowAwayOptions {
  /** Folder below which clusters of test runs live, one folder a run. */
  readonly parent: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
}

/** Starts a fresh cluster whose `stop` removes it; clusters below `parent` whose run was killed are removed first. */
export function startThrowAwayPostgres(options: ThrowAwayOptions): Promise<EmbeddedPostgres>;
