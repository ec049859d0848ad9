import { readConfig } from '../config/config.js';
import { migrate } from '../database/migrate.js';

/** Brings the schema up to date under the owner's connection. */
export async function migrateDatabase(): Promise<void> {
  await migrate(readConfig(process.env).databaseOwnerUrl);
  console.log('The database is up to date.');
}
