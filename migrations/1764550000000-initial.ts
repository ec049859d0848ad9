import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFiles } from './sql-files.js';

/** Tables, then functions, then row-level security and grants. Rolling back would destroy evidence, so there is no way down. */
export class Initial1764550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const schema = sqlFiles('schema');
    const rights = schema.pop();
    if (rights === undefined) throw new Error('no schema files found');
    // Function bodies name one another before all of them exist.
    await runner.query('SET LOCAL check_function_bodies = off');
    for (const statements of [...schema, ...sqlFiles(''), rights]) await runner.query(statements);
  }

  async down(): Promise<void> {
    throw new Error('The first migration holds evidence and cannot be undone; restore a backup instead.');
  }
}
