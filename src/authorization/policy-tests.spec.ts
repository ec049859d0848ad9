import { expect, it } from 'vitest';
import { reportLines, runPolicyTests } from './policy-tests.js';
it('x', () => {
  const r = runPolicyTests('policies', 'contracts');
  console.log(reportLines(r).join('\n'));
  expect(r.failed).toBe(0);
});
