import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startThrowAwayPostgres } from '../../scripts/embedded-postgres/throw-away.mjs';

/** One PostgreSQL for the whole run: the one that TEST_DATABASE_URL names, or else a cluster that is gone afterwards. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    project.provide('databaseUrl', given);
    return undefined;
  }
  const cluster = await startThrowAwayPostgres({ parent: path.resolve('.data/test-clusters') });
  project.provide('databaseUrl', cluster.url('postgres'));
  return () => cluster.stop();
}
