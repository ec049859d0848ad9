import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { type Counts, closingLine } from '../../scripts/parts/closing-line.mjs';

/**
 * Ends a run with `N passed, N failed`, alone on a line. Where TEST_SUMMARY_FILE is set, somebody else has the last word
 * and gets the figures there as JSON.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[], reason: TestRunEndReason): void {
    const counts = countOutcomes(modules, unhandledErrors.length, reason);
    const file = process.env['TEST_SUMMARY_FILE'];
    if (file) writeFileSync(file, JSON.stringify(counts));
    else console.log(closingLine(counts));
  }
}

/** A file that cannot be loaded, a hook that fails and an error outside of every test count as one failure each. */
function countOutcomes(modules: readonly TestModule[], unhandledErrors: number, reason: TestRunEndReason): Counts {
  const counts = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') counts[state] += 1;
    }
  }
  // Whatever else made the run fail, or cut it short, the figures must not look green.
  if (reason !== 'passed' && counts.failed === 0) counts.failed = 1;
  return counts;
}
