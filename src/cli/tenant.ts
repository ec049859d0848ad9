import { readConfig } from '../config/config.js';
import { Database } from '../database/database.js';
import { appPool } from '../database/pool.js';
import { StartupProblem } from '../shared/startup-problem.js';

const TENANT = /^[a-z][a-z0-9-]{1,40}$/;

/** Makes a tenant known. Tokens of any other tenant are refused. Doing it twice changes the name only. */
export async function addTenant(id: string, name: string): Promise<void> {
  if (!TENANT.test(id)) {
    throw new StartupProblem([
      `"${id}" is no tenant id: 2 to 41 lower-case letters, digits and hyphens, a letter first.`,
    ]);
  }
  const pool = appPool(readConfig(process.env), () => undefined);
  try {
    await new Database(pool).tenant(id, (tx) =>
      tx.query('INSERT INTO tenant (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name', [
        id,
        name,
      ]),
    );
  } finally {
    await pool.end();
  }
  console.log(`The tenant "${id}" (${name}) is known.`);
}
