import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternFault } from './pattern-rules.js';

describe('patterns of contracts', () => {
  it.each([
    '^[A-Z]-[0-9]{6}$',
    '^[0-9]{1,12}$',
    '^(?:EUR|USD|CNY)$',
    '^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$',
    '^\\p{L}{1,40}$',
    '^[+*?]{1,3}$',
    '^\\$\\{[0-9]{1,3}\\}$',
    '^(?<year>[0-9]{4})-[0-9]{2}$',
  ])('accepts %s', (pattern) => {
    expect(patternFault(pattern)).toBeNull();
  });

  it.each([
    ['^[', 'is not a regular expression'],
    ['[0-9]{6}', 'must begin with ^ and end with $'],
    ['^[0-9]{6}', 'must begin with ^ and end with $'],
    ['[0-9]{6}$', 'must begin with ^ and end with $'],
    ['^[0-9]{6}\\$', 'must begin with ^ and end with $'],
    ['^a{1,3}|b{1,3}$', 'has alternatives outside of a group, which the anchors do not bind'],
    ['^[0-9]+$', 'repeats without an upper bound: write {1,40} instead of +'],
    ['^[0-9]*$', 'repeats without an upper bound: write {1,40} instead of +'],
    ['^[0-9]{2,}$', 'repeats without an upper bound: write {1,40} instead of +'],
    ['^[0-9]+?$', 'repeats without an upper bound: write {1,40} instead of +'],
    ['^[0-9]{1,5000}$', 'repeats more than 1000 times'],
    ['^[0-9]{5000}$', 'repeats more than 1000 times'],
    ['^(?:a|aa){1,30}$', 'repeats a group'],
    ['^(a{0,9}){0,9}$', 'repeats a group'],
    ['^(a)\\1$', 'uses a back-reference'],
    ['^(?<x>a)\\k<x>$', 'uses a back-reference'],
    ['^(?=a)a$', 'uses look-around'],
    ['^(?!a)b$', 'uses look-around'],
    ['^a(?<!b)$', 'uses look-around'],
  ])('refuses %s: it %s', (pattern, fault) => {
    expect(patternFault(pattern)).toBe(fault);
  });

  it('accepts only patterns whose texts have a greatest length', () => {
    const atom = fc.constantFrom('a', '[0-9]', '\\.', '(?:b|c)', '\\p{L}');
    const repeat = fc.constantFrom('', '?', '{2}', '{1,3}', '+', '*', '{2,}', '{1,3}?', '*?');
    fc.assert(
      fc.property(fc.array(fc.tuple(atom, repeat), { minLength: 1, maxLength: 6 }), (parts) => {
        const pattern = `^${parts.map(([one, times]) => one + times).join('')}$`;
        const unbounded = parts.some(([, times]) => /^[+*]|,\}/.test(times));
        const group = parts.some(([one, times]) => one.startsWith('(') && !['', '?'].includes(times));
        expect(patternFault(pattern) === null).toBe(!unbounded && !group);
      }),
    );
  });
});
