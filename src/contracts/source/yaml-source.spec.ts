import { describe, expect, it } from 'vitest';
import { problemLine, problemLines, shownPath } from './source-problem.js';
import { readYaml, type YamlSource } from './yaml-source.js';

const read = (text: string) => readYaml('a.yaml', Buffer.from(text, 'utf8'));
const problemsOf = (text: string) => {
  const result = read(text);
  return result.ok ? [] : result.problems.map(problemLine);
};
const sourceOf = (text: string): YamlSource => {
  const result = read(text);
  if (!result.ok) throw new Error(problemsOf(text).join('\n'));
  return result.source;
};

describe('reading YAML', () => {
  it('answers frozen values without prototypes', () => {
    const { value } = sourceOf('a: { b: [1, two, true, null] }\n');
    expect(value).toEqual({ a: { b: [1, 'two', true, null] } });
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.isFrozen(value['a'])).toBe(true);
  });

  it('leaves words that YAML 1.1 would turn into booleans and dates as they are written', () => {
    expect(sourceOf('a: no\nb: 2027-01-31\nc: 1_000\n').value).toEqual({ a: 'no', b: '2027-01-31', c: '1_000' });
  });

  it.each([
    ['an anchor', 'a: 1\nb: &x 2\n', 'a.yaml:2: yaml — Anchors (`&name`) are not allowed: write the value out.'],
    ['an alias', 'a: &x 1\nb: *x\n', 'a.yaml:2: yaml — Aliases (`*name`) are not allowed: write the value out.'],
    [
      'a merge key',
      'a:\n  <<: { b: 1 }\n',
      'a.yaml:2: yaml — Merge keys (`<<`) are not allowed: write the members out.',
    ],
    ['a tag of YAML’s own', 'a: 1\nb: !!str 2\n', 'a.yaml:2: yaml — Tags (`!type`) are not allowed.'],
    ['a custom tag', 'a: 1\nb: !env HOME\n', 'a.yaml:2: yaml — Tags (`!type`) are not allowed.'],
    ['a repeated key', 'a: 1\nb: 2\na: 3\n', 'a.yaml:3: yaml — Map keys must be unique.'],
    ['a repeated key in other letters', 'a: 1\n"\\u0061": 3\n', 'a.yaml:2: yaml — Map keys must be unique.'],
    ['a second document', 'a: 1\n---\nb: 1\n', 'a.yaml:2: yaml — A file holds one document: a second one begins here.'],
    ['a key that is no text', '? [a]\n: 1\n', 'a.yaml:1: yaml — With stringKeys, all keys must be strings.'],
    [
      'a number beyond what every reader holds',
      'a: 1\nb: [1, 90071992547409921]\n',
      'a.yaml:2: yaml — b.1: integer beyond 2^53-1.',
    ],
    ['infinity', 'a: .inf\n', 'a.yaml:1: yaml — a: number overflows.'],
    ['a key that reaches into prototypes', 'a: 1\n__proto__: { b: 1 }\n', 'a.yaml:2: yaml — __proto__: forbidden key.'],
    ['half of a surrogate pair', 'a: "\\ud800"\n', 'a.yaml:1: yaml — a: lone surrogate.'],
    ['a list at the top', '- a\n', 'a.yaml:1: yaml — The file must be a mapping (`name: value`) at the top.'],
    ['a comment only', '# only a comment\n', 'a.yaml:1: yaml — The file is empty.'],
    ['an empty document', '---\n', 'a.yaml:1: yaml — The file must be a mapping (`name: value`) at the top.'],
    ['no byte', '', 'a.yaml:1: yaml — The file is empty.'],
  ])('refuses %s', (_name, text, line) => {
    expect(problemsOf(text)).toContain(line);
  });

  it('refuses directives, which change what the text below means', () => {
    const message = 'yaml — Directives (`%…`) are not allowed.';
    for (const directive of ['%YAML 1.1', '%TAG !e! tag:example.com,2000:', '%FOO bar']) {
      expect(problemsOf(`${directive}\n---\na: 1\n`).join()).toContain(message);
    }
  });

  it('refuses bytes that are not UTF-8 instead of replacing them', () => {
    const result = readYaml('a.yaml', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a]));
    expect(result).toMatchObject({ ok: false, problems: [{ message: 'The file is not valid UTF-8.' }] });
  });

  it('refuses a file of more than 256 KiB', () => {
    expect(problemsOf(`a: ${'x'.repeat(256 * 1024)}\n`)).toEqual([
      'a.yaml:1: yaml — The file is larger than 262144 bytes.',
    ]);
  });

  it('tells all problems of a file at once', () => {
    expect(problemsOf('a: &x 1\nb: !t 2\nc: 3\nc: 4\n')).toHaveLength(3);
  });
});

describe('finding lines', () => {
  const source = sourceOf('first: 1\nsecond:\n  - x: 1\n    y: 2\n  - z: 3\n');

  it('knows the line of every member and item', () => {
    expect(source.lineOf(['second'])).toBe(2);
    expect(source.lineOf(['second', 0, 'y'])).toBe(4);
    expect(source.lineOf(['second', 1])).toBe(5);
  });

  it('answers the nearest line above for what is not there', () => {
    expect(source.lineOf(['second', 0, 'missing', 'deeper'])).toBe(3);
    expect(source.lineOf(['missing'])).toBe(1);
  });
});

describe('showing problems', () => {
  it('sorts them by file and line', () => {
    const at = (file: string, line: number) => ({ file, line, rule: 'r', message: 'm.' });
    expect(problemLines([at('b', 1), at('a', 10), at('a', 9)])).toEqual(['a:9: r — m.', 'a:10: r — m.', 'b:1: r — m.']);
  });

  it('shows files below the working directory as people type them, and others in full', () => {
    expect(shownPath(`${process.cwd()}/contracts/a.yaml`)).toBe('contracts/a.yaml');
    expect(shownPath('/etc/countersign/a.yaml')).toBe('/etc/countersign/a.yaml');
  });
});
