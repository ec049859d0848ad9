import { detectSubjectType, subject } from '@casl/ability';
import { describe, expect, it } from 'vitest';
import { type AttributeKind, readAttributes } from './attributes.js';

const KINDS: ReadonlyMap<string, AttributeKind> = new Map([
  ['line', 'text'],
  ['amount', 'decimal'],
  ['count', 'integer'],
  ['urgent', 'boolean'],
]);

const why = (given: unknown) => {
  const read = readAttributes(KINDS, given);
  return read.ok ? null : read.why;
};

describe('reading the attributes of a resource', () => {
  it('copies what is declared and drops the rest, without a prototype', () => {
    const read = readAttributes(KINDS, { line: 'retail', amount: '10.00', count: 3, urgent: false, note: 'x' });
    expect(read).toEqual({ ok: true, attributes: { line: 'retail', amount: '10.00', count: 3, urgent: false } });
    if (!read.ok) return;
    expect(Object.getPrototypeOf(read.attributes)).toBeNull();
    expect('toString' in read.attributes).toBe(false);
  });

  it.each([
    [
      'a name that spoofs the subject type',
      { __caslSubjectType__: 'Trail' },
      'the resource has an attribute called __caslSubjectType__',
    ],
    [
      'a name that reaches into prototypes',
      JSON.parse('{"__proto__": "x"}'),
      'the resource has an attribute called __proto__',
    ],
    ['an array, which CASL would search', { line: ['retail', 'wholesale'] }, 'the attribute line is no single value'],
    ['an array that no rule asks for', { other: ['x'] }, 'the attribute other is no single value'],
    ['an object', { line: { toString: 'retail' } }, 'the attribute line is no single value'],
    ['undefined', { line: undefined }, 'the attribute line is no single value'],
    ['null', { line: null }, 'the attribute line is no single value'],
    ['a number for a decimal', { amount: 10_000 }, 'the attribute amount is not of kind decimal'],
    ['a decimal in another spelling', { amount: '1e9' }, 'the attribute amount is not of kind decimal'],
    ['a text for an integer', { count: '3' }, 'the attribute count is not of kind integer'],
    ['a fraction for an integer', { count: 0.5 }, 'the attribute count is not of kind integer'],
    ['not a number', { count: Number.NaN }, 'the attribute count is not of kind integer'],
    ['a text for a boolean', { urgent: 'false' }, 'the attribute urgent is not of kind boolean'],
    ['a boolean for a text', { line: true }, 'the attribute line is not of kind text'],
    ['no object at all', 'Order', 'the resource is no set of attributes'],
    ['nothing', undefined, 'the resource is no set of attributes'],
    ['a list', [], 'the resource is no set of attributes'],
  ])('refuses %s', (_name, given, reason) => {
    expect(why(given)).toBe(reason);
  });

  it('refuses values that may be another one the second time', () => {
    let asked = 0;
    const changing = {
      get line() {
        return asked++ === 0 ? 'retail' : 'wholesale';
      },
    };
    expect(why(changing)).toContain('accessor');
    expect(why(new Proxy({ line: 'retail' }, {}))).toContain('proxy');
    expect(asked).toBe(0);
  });

  it('sees nothing that is inherited', () => {
    expect(why(Object.create({ line: 'retail' }))).toContain('not a plain object');
  });

  it('gives CASL an object whose type nobody else has set', () => {
    const read = readAttributes(KINDS, { line: 'retail' });
    if (!read.ok) throw new Error(read.why);
    const tagged = subject('Order', read.attributes as Record<string, unknown>);
    expect(Object.keys(tagged)).toEqual(['line']);
    expect(detectSubjectType(tagged)).toBe('Order');
  });
});
