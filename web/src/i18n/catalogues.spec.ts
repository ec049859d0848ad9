import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from './en.json';
import zh from './zh.json';

type Catalogue = { readonly [name: string]: string | Catalogue };

const SOURCES = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$|^testing/.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8'));
const PLURAL = /_(zero|one|two|few|many|other)$/;

function entries(catalogue: Catalogue, path = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === 'string' ? [[path + name, value] as [string, string]] : entries(value, `${path}${name}.`),
  );
}

const english = new Map(entries(en));
const chinese = new Map(entries(zh));
const base = (key: string) => key.replace(PLURAL, '');
const bases = (catalogue: Map<string, string>) => [...new Set([...catalogue.keys()].map(base))].sort();

/** What is inside the parentheses of every call of `t`. */
function callsOfT(source: string): string[] {
  return [...source.matchAll(/\bt\(/g)].map(({ index }) => {
    const start = index + 2;
    let depth = 1;
    let end = start;
    for (; depth > 0 && end < source.length; end += 1) {
      if (source[end] === '(') depth += 1;
      if (source[end] === ')') depth -= 1;
    }
    return source.slice(start, end - 1);
  });
}

const literals = SOURCES.flatMap(callsOfT).flatMap((call) => [...call.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key!));
const templates = SOURCES.flatMap(callsOfT)
  .flatMap((call) => [...call.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))
  .map((text) => text.replace(/\$\{[^}]+\}/g, '*'))
  .filter((text) => text.includes('.'))
  .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '.+')}$`));

describe('the catalogues', () => {
  it('have the same keys in both languages', () => {
    expect(bases(chinese)).toEqual(bases(english));
  });

  it.each([
    ['en', english],
    ['zh', chinese],
  ] as const)('have exactly the plural forms of %s', (language, catalogue) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const plurals = [...catalogue.keys()].filter((key) => PLURAL.test(key));
    expect(plurals.length).toBeGreaterThan(0);
    for (const key of new Set(plurals.map(base))) {
      const given = plurals.filter((plural) => base(plural) === key).map((plural) => plural.slice(key.length + 1));
      expect([key, given.sort()]).toEqual([key, forms]);
    }
  });

  it('fill in the same values in both languages', () => {
    const values = (text: string | undefined) =>
      [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
    for (const [key, text] of chinese) {
      const other = english.get(key) ?? english.get(`${base(key)}_other`);
      expect([key, values(text)]).toEqual([key, values(other)]);
    }
  });

  it('leave nothing untranslated', () => {
    const WITHOUT_WORDS = ['listComma', 'quorum.count'];
    const untranslated = [...chinese].filter(
      ([key, text]) => !/\p{Script=Han}/u.test(text) && !WITHOUT_WORDS.includes(key),
    );
    expect(untranslated).toEqual([]);
    expect([...english].filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });

  it('hold every key that the console asks for', () => {
    const asked = literals.filter((key) => key.includes('.') || bases(english).includes(key));
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !bases(english).includes(key))).toEqual([]);
  });

  it('hold no key that nobody asks for', () => {
    const used = (key: string) => literals.includes(key) || templates.some((template) => template.test(key));
    expect(bases(english).filter((key) => !used(key))).toEqual([]);
  });
});
