export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The line that ends every test run: `N passed, N failed`, and `, N skipped` when some were. */
export function closingLine(counts: Counts): string;
