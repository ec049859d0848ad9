import path from 'node:path';

/** One thing that is wrong with a contract or policy file, where it is and which rule says so. */
export interface SourceProblem {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  /** One sentence for the person who writes the file. */
  readonly message: string;
}

/** `contracts/orders.get.v1.yaml:12: string-bound — …`, which editors open at the line. */
export function problemLine({ file, line, rule, message }: SourceProblem): string {
  return `${file}:${line}: ${rule} — ${message}`;
}

/** All problems in the order in which a person reads the files. */
export function problemLines(problems: readonly SourceProblem[]): string[] {
  return [...problems]
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
    .map((problem) => problemLine(problem));
}

/** A file's name as people see it: relative to where they are when it lies below, else absolute. */
export function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative.split(path.sep).join('/');
}
