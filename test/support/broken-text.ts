/** What is replaced by what, where the problem is shown, and what it says. */
export type Broken = readonly [name: string, from: string, to: string, marker: string, problem: string];

/** A text with one passage replaced. A passage that is not there, or not once, would test nothing: that is an error. */
export function edited(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`not exactly once: ${from}`);
  return text.replace(from, () => to);
}

/** The number, from 1, of the line in which the marker first stands. */
export function lineOf(text: string, marker: string): number {
  const at = text.indexOf(marker);
  if (at === -1) throw new Error(`not there: ${marker}`);
  return text.slice(0, at).split('\n').length;
}
