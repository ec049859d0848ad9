import { describe, expect, it } from 'vitest';
import { freezeStrict, readStrictJson } from '../canonical/json-reader.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import { type ArgumentError, compileFault, compileInput, compileOutput } from './schema-compiler.js';

const SCHEMA: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['orderId'],
  properties: {
    orderId: { type: 'string', pattern: '^[A-Z]-[0-9]{6}$' },
    note: { type: 'string', minLength: 3, maxLength: 10 },
    urgency: { type: 'string', enum: ['low', 'high'], default: 'low' },
    delivery: {
      type: 'object',
      additionalProperties: false,
      properties: { days: { type: 'integer', minimum: 1, maximum: 9, default: 3 } },
    },
    lines: { type: 'array', maxItems: 2, items: { type: 'integer', minimum: 0, maximum: 9 } },
  },
};
const validate = compileInput('orders.test.v1', SCHEMA);

function args(value: unknown): JsonValue {
  const frozen = freezeStrict(value);
  if (!frozen.ok) throw new Error(frozen.reason);
  return frozen.value;
}

function errorsOf(value: unknown): readonly ArgumentError[] {
  const checked = validate(args(value));
  return checked.ok ? [] : (checked.refusal.details?.['errors'] as readonly ArgumentError[]);
}

describe('checking arguments', () => {
  it('fills in defaults on a copy, which is frozen and without prototypes like what was read', () => {
    const given = args({ orderId: 'A-100042', delivery: {} });
    const checked = validate(given);
    expect(checked).toEqual({ ok: true, value: { orderId: 'A-100042', urgency: 'low', delivery: { days: 3 } } });
    expect(given).toEqual({ orderId: 'A-100042', delivery: {} });
    if (!checked.ok) return;
    expect(Object.isFrozen(checked.value['delivery'])).toBe(true);
    expect(Object.getPrototypeOf(checked.value)).toBeNull();
  });

  it('hands on the very object that was read when the tool has no defaults', () => {
    const plain = compileInput('x', {
      type: 'object',
      additionalProperties: false,
      properties: { a: { type: 'boolean' } },
    });
    const given = args({ a: true });
    const checked = plain(given);
    expect(checked.ok && checked.value).toBe(given);
  });

  it.each([
    ['a missing argument', {}, '/orderId', 'is required'],
    ['an unknown argument', { orderId: 'A-100042', force: true }, '/force', 'is not an argument of this tool'],
    ['a wrong type', { orderId: 7 }, '/orderId', 'must be string'],
    ['a number as text', { orderId: 'A-100042', lines: ['1'] }, '/lines/0', 'must be integer'],
    ['a wrong form', { orderId: 'A-1' }, '/orderId', 'must match ^[A-Z]-[0-9]{6}$'],
    [
      'a word that is not in the list',
      { orderId: 'A-100042', urgency: 'x' },
      '/urgency',
      'must be one of ["low","high"]',
    ],
    [
      'too long a text',
      { orderId: 'A-100042', note: 'x'.repeat(11) },
      '/note',
      'must NOT have more than 10 characters',
    ],
    ['too long a list', { orderId: 'A-100042', lines: [1, 2, 3] }, '/lines', 'must NOT have more than 2 items'],
    [
      'an unknown argument with an odd name',
      { orderId: 'A-100042', 'a/b~c': 1 },
      '/a~1b~0c',
      'is not an argument of this tool',
    ],
  ])('points at %s', (_name, value, pointer, message) => {
    expect(errorsOf(value)).toContainEqual({ pointer, message });
  });

  it('tells every error, so that an agent mends all of them at once', () => {
    expect(
      errorsOf({ urgency: 'x', note: 'x' })
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(['/note', '/orderId', '/urgency']);
  });

  it('never repeats a value, and cuts a name that is the caller’s own text', () => {
    const checked = validate(args({ orderId: `secret-${'x'.repeat(500)}`, ['n'.repeat(500)]: 1 }));
    const text = JSON.stringify(checked);
    expect(text).not.toContain('secret');
    expect(text).not.toContain('n'.repeat(65));
    expect(text).toContain('n'.repeat(64));
  });

  it('lists at most 20 errors, however many there are', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x${index}`, index]));
    expect(errorsOf(many)).toHaveLength(20);
  });

  it('refuses what is no object', () => {
    expect(errorsOf([1])).toEqual([{ pointer: '', message: 'must be object' }]);
  });

  it('takes no inherited name for an argument', () => {
    const tricky = compileInput('x', {
      type: 'object',
      additionalProperties: false,
      properties: { valueOf: { type: 'string', maxLength: 3, default: 'x' } },
    });
    expect(tricky({})).toEqual({ ok: true, value: { valueOf: 'x' } });
  });

  it('refuses arguments that defaults make larger than arguments may be', () => {
    const large = compileInput('x', {
      type: 'object',
      properties: { a: { type: 'string', maxLength: 70_000 }, b: { type: 'string', default: 'y'.repeat(20_000) } },
    });
    const read = readStrictJson(Buffer.from(JSON.stringify({ a: 'x'.repeat(60_000) })));
    const checked = read.ok ? large(read.value) : undefined;
    expect(checked).toMatchObject({ ok: false, refusal: { code: 'INVALID_ARGUMENTS', retryable: false } });
  });
});

describe('checking results', () => {
  const fits = compileOutput({
    type: 'object',
    additionalProperties: false,
    required: ['at'],
    properties: { at: { type: 'string', format: 'date-time', maxLength: 40 } },
  });

  it('accepts what keeps the contract and refuses the rest', () => {
    expect(fits({ at: '2026-11-30T23:59:59.000Z' })).toBe(true);
    expect(fits({ at: 'yesterday' })).toBe(false);
    expect(fits({ at: '2026-11-30T23:59:59.000Z', extra: 1 })).toBe(false);
    expect(fits(undefined)).toBe(false);
  });

  it('takes no inherited name for a part of a result', () => {
    const schema: JsonObject = { type: 'object', properties: { valueOf: { type: 'string', maxLength: 3 } } };
    expect(compileOutput(schema)({})).toBe(true);
  });

  it('adds nothing to a result', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', default: 'x' } } };
    const value = {};
    expect(compileOutput(schema)(value)).toBe(true);
    expect(value).toEqual({});
  });
});

describe('compiling', () => {
  it('says why a schema is none', () => {
    expect(compileFault({ type: 'object', properties: { a: { type: 'strin' } } })).toContain('schema is invalid');
    expect(compileFault({ type: 'object', properties: {} })).toBeNull();
  });
});
