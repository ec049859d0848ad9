import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const inProject = (file: string) => path.join(import.meta.dirname, '../..', file);

let folder: string;

beforeEach(() => {
  // Below the project, where the fixtures find vitest.
  mkdirSync(inProject('.data'), { recursive: true });
  folder = mkdtempSync(inProject('.data/reporter-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs vitest on files of these contents, with nothing but our reporter behind the default one. */
function run(files: Record<string, string>, env: NodeJS.ProcessEnv = {}) {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), `import { beforeAll, expect, it } from 'vitest';\n${content}`);
  }
  writeFileSync(path.join(folder, 'vitest.config.mjs'), 'export default {};');
  const reporters = ['--reporter=default', `--reporter=${inProject('test/support/reporter.ts')}`];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inProject('node_modules/vitest/vitest.mjs'), 'run', '--root', folder, ...reporters],
    { encoding: 'utf8', env: { ...process.env, TEST_SUMMARY_FILE: '', ...env } },
  );
  return { code: status, last: `${stderr}${stdout}`.trimEnd().split('\n').at(-1) };
}

describe('the closing line', () => {
  it('is the last of the output, alone, and counts what passed and what was skipped', () => {
    const result = run({ 'a.test.js': `it('a', () => {}); it('b', () => {}); it.skip('c', () => {});` });
    expect(result).toEqual({ code: 0, last: '2 passed, 0 failed, 1 skipped' });
  });

  it('counts failed tests, files that cannot be loaded, failed hooks and stray rejections', () => {
    const result = run({
      'a.test.js': `it('passes', () => {}); it('fails', () => { expect(1).toBe(2); });`,
      'b.test.js': `throw new Error('cannot be loaded');`,
      'c.test.js': `beforeAll(() => { throw new Error('hook'); }); it('never runs', () => {});`,
      'd.test.js': `it('leaves a rejection', async () => { void Promise.reject(new Error('stray')); await new Promise((r) => setTimeout(r, 20)); });`,
    });
    expect(result).toEqual({ code: 1, last: '2 passed, 4 failed, 1 skipped' });
  });

  it('goes to a file instead when somebody else has the last word', () => {
    const summary = path.join(folder, 'summary.json');
    const { last } = run({ 'a.test.js': `it('a', () => {});` }, { TEST_SUMMARY_FILE: summary });
    expect(JSON.parse(readFileSync(summary, 'utf8'))).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(last).not.toMatch(/passed, \d+ failed/);
  });
});
