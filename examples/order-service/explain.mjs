/**
 * What went wrong, in one line without a stack. Connection errors of several addresses have a code and no message.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function explain(error) {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error && String(error.code)) || error.name;
}
