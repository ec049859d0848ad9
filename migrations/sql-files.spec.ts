import { describe, expect, it } from 'vitest';
import { sqlFiles } from './sql-files.js';

describe('the SQL files', () => {
  it('come in the order of their names, tables first, rights last', () => {
    const schema = sqlFiles('schema');
    expect(schema[0]).toContain('CREATE TABLE tenant');
    expect(schema.at(-1)).toContain('FORCE ROW LEVEL SECURITY');
  });

  it('hold one function each, which may be installed again', () => {
    for (const text of sqlFiles('')) expect(text.match(/CREATE OR REPLACE FUNCTION/g)).toHaveLength(1);
  });

  it('never run with their owner’s rights', () => {
    for (const text of [...sqlFiles(''), ...sqlFiles('schema')]) expect(text).not.toMatch(/SECURITY DEFINER/i);
  });
});
