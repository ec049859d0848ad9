import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments, visit } from 'yaml';
import { freezeStrict } from '../../canonical/json-reader.js';
import type { JsonLimits, JsonObject } from '../../canonical/json-value.js';
import type { SourceProblem } from './source-problem.js';

/** Where in a file: member names and list positions, from the top. */
export type SourcePath = readonly (string | number)[];

/** A YAML file that holds nothing but plain data, with a way back to its lines. */
export interface YamlSource {
  readonly file: string;
  /** Null-prototype and deep-frozen. */
  readonly value: JsonObject;
  /** The line of that member, or of the nearest one above it that exists. Lines count from 1. */
  readonly lineOf: (path: SourcePath) => number;
}

export type YamlRead =
  | { readonly ok: true; readonly source: YamlSource }
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

const LIMITS: JsonLimits = { maxBytes: 256 * 1024, maxDepth: 32 };

/**
 * Reads one YAML 1.2 document (core schema) that says what it seems to say: no anchors, aliases, merge keys, tags,
 * directives or repeated keys, one document, a mapping at the top. Answers all such problems at once.
 */
export function readYaml(file: string, bytes: Uint8Array): YamlRead {
  const text = Buffer.from(bytes).toString('utf8');
  const whole = (message: string): YamlRead => ({ ok: false, problems: [{ file, line: 1, rule: 'yaml', message }] });
  if (bytes.byteLength > LIMITS.maxBytes) return whole(`The file is larger than ${LIMITS.maxBytes} bytes.`);
  // The decoder writes U+FFFD for what is not UTF-8, and then the file would not say what its bytes say.
  if (!Buffer.from(text, 'utf8').equals(bytes)) return whole('The file is not valid UTF-8.');
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { ...STRICT, lineCounter: lines });
  const [document] = documents;
  if (!Array.isArray(documents) || document === undefined) return whole('The file is empty.');
  const problems = documents.flatMap((one) => documentProblems(file, one, lines));
  const second = documents[1];
  if (second !== undefined) {
    const line = lines.linePos(second.range[0]).line;
    problems.push({ file, line, rule: 'yaml', message: 'A file holds one document: a second one begins here.' });
  }
  if (problems.length > 0) return { ok: false, problems };
  if (!isMap(document.contents)) return whole('The file must be a mapping (`name: value`) at the top.');
  return freeze(file, document, lines);
}

const STRICT = {
  version: '1.2',
  schema: 'core',
  strict: true,
  stringKeys: true,
  uniqueKeys: true,
  merge: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

function documentProblems(file: string, document: Document.Parsed, lines: LineCounter): SourceProblem[] {
  const at = (offset: number, message: string): SourceProblem => ({
    file,
    line: lines.linePos(offset).line,
    rule: 'yaml',
    message,
  });
  const problems = document.errors.map((error) => at(error.pos[0], sentence(error.message)));
  const { yaml, tags } = document.directives;
  if (yaml.explicit === true || Object.keys(tags).length > 1 || document.warnings.some(isDirectiveWarning)) {
    problems.push(at(document.range[0], 'Directives (`%…`) are not allowed.'));
  }
  visit(document, {
    Node(_key, node) {
      const message = nodeFault(node);
      if (message !== undefined) problems.push(at(node.range?.[0] ?? 0, message));
    },
  });
  return problems;
}

/** What makes a file mean something else than a reader sees: values from elsewhere in it, and types by name. */
function nodeFault(node: unknown): string | undefined {
  if (isAlias(node)) return 'Aliases (`*name`) are not allowed: write the value out.';
  if (!isNode(node)) return undefined;
  if ('anchor' in node && node.anchor !== undefined) return 'Anchors (`&name`) are not allowed: write the value out.';
  if (node.tag !== undefined) return 'Tags (`!type`) are not allowed.';
  if (isMap(node) && node.items.some(({ key }) => isScalar(key) && key.value === '<<')) {
    return 'Merge keys (`<<`) are not allowed: write the members out.';
  }
  return undefined;
}

function isDirectiveWarning(warning: { readonly message: string }): boolean {
  return /directive/i.test(warning.message);
}

function freeze(file: string, document: Document.Parsed, lines: LineCounter): YamlRead {
  const lineOf = (path: SourcePath): number => lines.linePos(offsetOf(document, path)).line;
  const frozen = freezeStrict(document.toJS({ maxAliasCount: 0 }), LIMITS);
  if (frozen.ok) return { ok: true, source: { file, value: frozen.value as JsonObject, lineOf } };
  const path = pathOfPointer(frozen.pointer);
  const message = `${path.join('.')}: ${frozen.reason}.`;
  return { ok: false, problems: [{ file, line: lineOf(path), rule: 'yaml', message }] };
}

function offsetOf(document: Document.Parsed, path: SourcePath): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined || !isScalar(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (!isNode(node)) break;
      offset = node.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}

function pathOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function sentence(message: string): string {
  const first = message.split('\n', 1)[0] ?? message;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
