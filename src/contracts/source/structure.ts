import type { z } from 'zod';
import type { JsonValue } from '../../canonical/json-value.js';
import type { SourceProblem } from './source-problem.js';
import type { SourcePath, YamlSource } from './yaml-source.js';

/** A problem that is known by its place in the file, before it has a line. */
export interface PlacedProblem {
  readonly path: SourcePath;
  readonly rule: string;
  readonly message: string;
}

/** Compares a file with the structure that it must have; one problem for each difference, unknown members included. */
export function structureProblems(source: YamlSource, structure: z.ZodType): PlacedProblem[] {
  const checked = structure.safeParse(source.value);
  if (checked.success) return [];
  return checked.error.issues.flatMap((issue) => issueProblems(issue, source.value));
}

/** Puts problems on the lines of their file. */
export function placeProblems(source: YamlSource, problems: readonly PlacedProblem[]): SourceProblem[] {
  return problems.map(({ path, rule, message }) => ({ file: source.file, line: source.lineOf(path), rule, message }));
}

function issueProblems(issue: z.core.$ZodIssue, value: JsonValue): PlacedProblem[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  const problem = (at: SourcePath, message: string): PlacedProblem => ({
    path: at,
    rule: 'structure',
    message: at.length === 0 ? message : `${at.join('.')}: ${message}`,
  });
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => problem([...path, key], 'this member is not known here.'));
    case 'invalid_key':
      return [problem(path, `the name ${lower(issue.issues[0]?.message ?? 'is not allowed')}`)];
    case 'invalid_value':
      return [problem(path, `${missing(value, path) ? 'is missing; ' : ''}must be ${issue.values.join(', ')}.`)];
    default:
      return [problem(path, missing(value, path) ? 'is missing.' : lower(issue.message))];
  }
}

function missing(value: JsonValue, path: SourcePath): boolean {
  let here: unknown = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return false;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here === undefined;
}

function lower(message: string): string {
  const text = message.replace(/^Invalid (input|string): /, '');
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
