import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../canonical/json-value.js';
import { checkContract } from './checks/check-contract.js';
import { publishedContract } from './published-contract.js';
import { compileShape, HIDDEN, maskText, shownSchema } from './result-shape.js';
import { compileOutput } from './schema-compiler.js';

const CUSTOMER: JsonObject = {
  name: 'Li Wei',
  phone: '+86 138 0013 8000',
  address: { city: '上海', street: '南京路 1' },
};
const RESULT: JsonObject = {
  id: 'A-1',
  cost: '3.10',
  card: '4111111111111111',
  customer: CUSTOMER,
  items: [{ sku: 's', cost: '1' }],
};

describe('what leaves of a result', () => {
  it('is what the allow-list names, and nothing else', () => {
    expect(compileShape({ allow: ['id', 'customer.name'], mask: {} })(RESULT)).toEqual({
      id: 'A-1',
      customer: { name: 'Li Wei' },
    });
  });

  it('is a whole subtree when its top is named', () => {
    expect(compileShape({ allow: ['customer'], mask: {} })(RESULT)).toEqual({ customer: CUSTOMER });
  });

  it('passes through lists', () => {
    expect(compileShape({ allow: ['items.sku'], mask: {} })(RESULT)).toEqual({ items: [{ sku: 's' }] });
  });

  it('is masked where a mask is named, also inside a shown subtree', () => {
    const shape = compileShape({
      allow: ['card', 'customer'],
      mask: { card: 'last4', 'customer.phone': 'phone', 'customer.address': 'hidden' },
    });
    expect(shape(RESULT)).toEqual({ card: '****1111', customer: { name: 'Li Wei', phone: '****00', address: HIDDEN } });
  });

  it('does not let through what lies below a mask that is not allowed', () => {
    expect(compileShape({ allow: ['customer.name'], mask: { customer: 'hidden' } })(RESULT)).toEqual({});
  });

  it('hides what a mask for text cannot mask, and keeps null apart from hidden values', () => {
    const shape = compileShape({ allow: ['a', 'b', 'c'], mask: { a: 'last4', b: 'last4', c: 'hidden' } });
    expect(shape({ a: 1234567812345678, b: null, c: null })).toEqual({ a: HIDDEN, b: null, c: HIDDEN });
  });

  it('does not take inherited names for rules', () => {
    expect(compileShape({ allow: ['id'], mask: {} })({ id: 'x', toString: 'y', valueOf: { a: 1 } })).toEqual({
      id: 'x',
    });
  });

  it('shows what is called like something inherited, unmasked', () => {
    expect(compileShape({ allow: ['toString'], mask: {} })({ toString: 'y' })).toEqual({ toString: 'y' });
  });

  it('shows nothing of a scalar where the rules expect an object', () => {
    expect(compileShape({ allow: ['customer.name'], mask: {} })({ customer: 'Li Wei, Shanghai' })).toEqual({});
  });

  it('is frozen and has no prototype', () => {
    const shaped = compileShape({ allow: ['customer.name'], mask: {} })(RESULT);
    expect(Object.isFrozen(shaped['customer'])).toBe(true);
    expect(Object.getPrototypeOf(shaped)).toBeNull();
  });

  it('never holds a text outside of the allow-list', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('secret-1', 'secret-2')),
        (value) => {
          const shaped = compileShape({ allow: ['a', 'b'], mask: { b: 'hidden' } })(value);
          expect(Object.keys(shaped).every((name) => name === 'a' || name === 'b')).toBe(true);
          expect(Object.hasOwn(value, 'b') ? shaped['b'] : HIDDEN).toBe(HIDDEN);
        },
      ),
    );
  });
});

describe('masks', () => {
  it.each([
    ['last4', '4111111111111111', '****1111'],
    ['last4', '12345678', '****5678'],
    ['last4', '1234567', '****'],
    ['last4', '', '****'],
    ['last4', 'ab𝒞𝒟𝓔𝓕cd', '****𝓔𝓕cd'],
    ['phone', '+86 138-0013-8042', '****42'],
    ['phone', '112', '****'],
    ['phone', 'call me', '****'],
    ['email', 'li.wei@example.com', 'l****@example.com'],
    ['email', 'a@example.com', '****@example.com'],
    ['email', 'no address', '****'],
    ['email', '@example.com', '****'],
    ['email', `a@${'x'.repeat(300)}`, '****'],
    ['hidden', 'anything', '[hidden]'],
  ] as const)('%s turns "%s" into "%s"', (mask, text, masked) => {
    expect(maskText(text, mask)).toBe(masked);
  });

  it('do not tell the length of what they mask', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.string({ minLength: 8 }), (a, b) => {
        expect([...maskText(`${a}9876`, 'last4')].length).toBe([...maskText(`${b}9876`, 'last4')].length);
      }),
    );
  });
});

describe('the schema of what leaves', () => {
  it('accepts what the contract of the repository lets out, masks included', () => {
    const check = checkContract('orders.get.v1.yaml', readFileSync('contracts/orders.get.v1.yaml'));
    if (!check.ok) throw new Error('the contract has problems');
    const { contract, shape, shownOutput, validateOutput } = publishedContract(check.checked);
    const order = {
      orderId: 'A-100042',
      state: 'PAID',
      version: '3',
      businessLine: 'retail',
      region: 'north',
      customer: 'Li Wei',
      customerEmail: 'li.wei@example.com',
      customerPhone: '+86 138 0013 8042',
      items: [{ sku: 's-1', name: 'Tea', quantity: 2 }],
      amount: '59.90',
      currency: 'EUR',
      placedAt: '2026-11-30T23:59:59.000Z',
    };
    expect(validateOutput(order)).toBe(true);
    expect(shape(order)).toMatchObject({
      customerEmail: 'l****@example.com',
      customerPhone: '****42',
      customer: 'Li Wei',
    });
    expect(compileOutput(shownOutput)(shape(order))).toBe(true);
    expect(contract.result.mask).toEqual({ customerEmail: 'email', customerPhone: 'phone' });
  });

  it('drops what is not allowed, from the required members too, and what a mask would break', () => {
    const output: JsonObject = {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'card', 'cost'],
      properties: {
        id: { type: 'string', maxLength: 9 },
        card: { type: ['string', 'null'], pattern: '^[0-9]{16}$', title: 'Card' },
        cost: { type: 'string', maxLength: 9 },
        items: {
          type: 'array',
          maxItems: 9,
          items: { type: 'object', properties: { sku: { type: 'string' }, cost: { type: 'string' } } },
        },
      },
    };
    expect(shownSchema(output, { allow: ['id', 'card', 'items.sku'], mask: { card: 'last4' } })).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['id', 'card'],
      properties: {
        id: { type: 'string', maxLength: 9 },
        card: { type: ['string', 'null'], maxLength: 260, title: 'Card' },
        items: {
          type: 'array',
          maxItems: 9,
          items: { type: 'object', properties: { sku: { type: 'string' } }, required: [] },
        },
      },
    });
  });

  it('promises a text where a value is hidden, since null would tell that there is none', () => {
    const output: JsonObject = { type: 'object', properties: { card: { type: ['string', 'null'], maxLength: 16 } } };
    expect(shownSchema(output, { allow: ['card'], mask: { card: 'hidden' } })).toMatchObject({
      properties: { card: { type: 'string' } },
    });
  });
});
