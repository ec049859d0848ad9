/** The one row that a statement must answer. None is a fault, never a refusal. */
export function oneRow<T>(rows: readonly T[]): T {
  const row = rows[0];
  if (row === undefined) throw new Error('a statement that answers one row answered none');
  return row;
}
