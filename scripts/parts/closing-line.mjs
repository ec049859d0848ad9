/**
 * The line that ends every test run.
 *
 * @param {import('./closing-line.mjs').Counts} counts
 * @returns {string}
 */
export function closingLine({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
