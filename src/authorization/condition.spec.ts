import { describe, expect, it } from 'vitest';
import type { AttributeKind } from './attributes.js';
import {
  type Authority,
  bindCondition,
  type Condition,
  conditionFault,
  type Operand,
  type Operator,
  testCondition,
} from './condition.js';

const WHO: Authority = { roles: [], businessLines: ['retail', 'spares'], tenant: 'acme' };

const condition = (kind: AttributeKind, operator: Operator, operand: Operand): Condition => ({
  attribute: 'x',
  kind,
  operator,
  operand,
});

function verdict(one: Condition, attributes: Record<string, string | number | boolean>, who: Authority = WHO) {
  const bound = bindCondition(one, who);
  return bound === undefined ? 'cannot match' : testCondition(bound, attributes);
}

const literal = (value: string | number | boolean | readonly (string | number | boolean)[]): Operand => ({
  literal: value,
});

describe('conditions', () => {
  it.each<
    [AttributeKind, Operator, string | number | boolean | string[] | number[], string | number | boolean, 'yes' | 'no']
  >([
    ['text', 'eq', 'a', 'a', 'yes'],
    ['text', 'eq', 'a', 'A', 'no'],
    ['text', 'ne', 'a', 'b', 'yes'],
    ['text', 'ne', 'a', 'a', 'no'],
    ['text', 'in', ['a', 'b'], 'b', 'yes'],
    ['text', 'in', ['a', 'b'], 'ab', 'no'],
    ['decimal', 'eq', '10.0', '10.00', 'yes'],
    ['decimal', 'ne', '10.0', '10.00', 'no'],
    ['decimal', 'gt', '10.00', '10.00', 'no'],
    ['decimal', 'gte', '10.00', '10.00', 'yes'],
    ['decimal', 'gte', '10.00', '9.99', 'no'],
    ['decimal', 'gte', '10.00', '9', 'no'],
    ['decimal', 'lt', '10.00', '9.999999999999999999', 'yes'],
    ['decimal', 'lt', '10.00', '10.00', 'no'],
    ['decimal', 'lte', '10.00', '10.00', 'yes'],
    ['decimal', 'lte', '10.00', '10.01', 'no'],
    ['integer', 'in', [1, 2], 2, 'yes'],
    ['integer', 'gt', 2, 3, 'yes'],
    ['boolean', 'eq', true, false, 'no'],
    ['boolean', 'ne', true, false, 'yes'],
  ])('%s %s %j holds for %j: %s', (kind, operator, wanted, actual, expected) => {
    expect(verdict(condition(kind, operator, literal(wanted)), { x: actual })).toBe(expected);
  });

  it.each(['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte'] as const)(
    '%s is unknown, not false, for a missing attribute',
    (operator) => {
      const value = operator === 'in' ? ['1'] : '1';
      expect(verdict(condition('decimal', operator, literal(value)), {})).toBe('unknown');
    },
  );

  it('is unknown for a value of another kind', () => {
    expect(verdict(condition('decimal', 'ne', literal('1')), { x: 'one' })).toBe('unknown');
    expect(verdict(condition('text', 'ne', literal('1')), { x: 1 })).toBe('unknown');
  });

  it('takes no inherited value', () => {
    const inherited = Object.create({ x: 'a' }) as Record<string, string>;
    expect(verdict(condition('text', 'eq', literal('a')), inherited)).toBe('unknown');
  });

  it('compares with the principal’s business lines and tenant', () => {
    const inLines = condition('text', 'in', { fact: 'principal.businessLines' });
    expect(verdict(inLines, { x: 'spares' })).toBe('yes');
    expect(verdict(inLines, { x: 'wholesale' })).toBe('no');
    expect(verdict(condition('text', 'eq', { fact: 'principal.tenant' }), { x: 'acme' })).toBe('yes');
  });

  it.each([
    ['no business lines', { ...WHO, businessLines: [] }],
    ['undefined', { ...WHO, businessLines: undefined }],
    ['one text instead of a list', { ...WHO, businessLines: 'retail' }],
    ['a list with something else in it', { ...WHO, businessLines: ['retail', undefined] }],
  ])('cannot match for a principal with %s', (_name, who) => {
    const inLines = condition('text', 'in', { fact: 'principal.businessLines' });
    expect(verdict(inLines, { x: 'retail' }, who as unknown as Authority)).toBe('cannot match');
  });

  it('cannot match for a principal without a tenant', () => {
    const ofTenant = condition('text', 'ne', { fact: 'principal.tenant' });
    expect(verdict(ofTenant, { x: 'a' }, { ...WHO, tenant: undefined } as unknown as Authority)).toBe('cannot match');
    expect(verdict(ofTenant, { x: 'a' }, { ...WHO, tenant: '' })).toBe('cannot match');
  });
});

describe('which conditions can be written', () => {
  it.each<[AttributeKind, Operator, Operand, string]>([
    ['text', 'gte', literal('a'), '`gte` does not compare an attribute of kind text'],
    ['boolean', 'in', literal([true]), '`in` does not compare an attribute of kind boolean'],
    ['text', 'in', literal('a'), '`in` needs a list or principal.businessLines'],
    ['text', 'eq', literal(['a']), '`eq` needs one value, not a list'],
    ['text', 'in', literal([]), 'an empty list matches nothing'],
    ['text', 'eq', literal(1), 'the value is not of kind text'],
    ['integer', 'gt', literal(1.5), 'the value is not of kind integer'],
    ['decimal', 'gte', literal(10_000), 'a decimal is written in quotes, like "10000.00"'],
    ['decimal', 'gte', literal('10,000'), 'a decimal is written in quotes, like "10000.00"'],
    [
      'decimal',
      'in',
      { fact: 'principal.businessLines' },
      'principal.businessLines is text, the attribute is of kind decimal',
    ],
    ['text', 'eq', { fact: 'principal.businessLines' }, '`eq` cannot compare with principal.businessLines'],
    ['text', 'in', { fact: 'principal.tenant' }, '`in` cannot compare with principal.tenant'],
  ])('%s %s %j: %s', (kind, operator, operand, fault) => {
    expect(conditionFault({ kind, operator, operand })).toBe(fault);
  });
});
