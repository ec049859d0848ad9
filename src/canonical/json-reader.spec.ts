import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeStrict, MAX_BYTES, MAX_DEPTH, readStrictJson } from './json-reader.js';
import type { JsonRead, JsonValue } from './json-value.js';

const refused: readonly { why: string; base64: string }[] = JSON.parse(
  readFileSync(new URL('../../test/vectors/json-refused.json', import.meta.url), 'utf8'),
);

function read(text: string): JsonRead {
  return readStrictJson(Buffer.from(text, 'utf8'));
}

function accepted(result: JsonRead): JsonValue {
  if (!result.ok) throw new Error(`refused: ${result.reason} at ${result.pointer}`);
  return result.value;
}

function everyContainer(value: JsonValue): readonly object[] {
  if (value === null || typeof value !== 'object') return [];
  return [value, ...Object.values(value).flatMap((member) => everyContainer(member))];
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

describe('readStrictJson', () => {
  it.each(refused)('refuses the vector: $why', ({ base64 }) => {
    expect(readStrictJson(Buffer.from(base64, 'base64')).ok).toBe(false);
  });

  it.each([
    ['', 'empty document', '', 0],
    [' \n', 'empty document', '', 2],
    ['{}x', 'content after the document', '', 2],
    ['{} {}', 'content after the document', '', 3],
    ['nulla', 'content after the document', '', 4],
    ['{"a":1,"a":2}', 'duplicate key', '/a', 7],
    ['{"a":1,"\\u0061":2}', 'duplicate key', '/a', 7],
    ['{"x":{"toJSON":1}}', 'forbidden key', '/x/toJSON', 6],
    ['{"\\u005f_proto__":1}', 'forbidden key', '/__proto__', 1],
    ['{"a":[0,-0]}', 'negative zero', '/a/1', 8],
    ['{"é~/":01}', 'malformed number', '/é~0~1', 8],
    ['[1.]', 'malformed number', '/0', 1],
    ['[1e]', 'malformed number', '/0', 1],
    ['[1x]', 'malformed number', '/0', 1],
    ['[.5]', 'unexpected character', '/0', 1],
    ['[+1]', 'unexpected character', '/0', 1],
    ['[NaN]', 'unexpected character', '/0', 1],
    ['[-Infinity]', 'unexpected character', '/0', 1],
    ['[1,]', 'unexpected character', '/1', 3],
    ['[1 2]', 'unexpected character', '', 3],
    ['{"a":1,}', 'unexpected character', '', 7],
    ['{"a" 1}', 'unexpected character', '', 5],
    ['{a:1}', 'unexpected character', '', 1],
    ["['a']", 'unexpected character', '/0', 1],
    ['[/**/]', 'unexpected character', '/0', 1],
    ['[\u00a01]', 'unexpected character', '/0', 1],
    ['["a', 'unexpected end', '/0', 3],
    ['{"a":', 'unexpected end', '/a', 5],
    ['[1', 'unexpected end', '', 2],
    ['["\t"]', 'raw control character', '/0', 2],
    ['["\\x41"]', 'malformed escape', '/0', 2],
    ['["\\u12"]', 'malformed escape', '/0', 2],
    ['["😀","\\ud83d\\u0041"]', 'lone surrogate', '/1', 8],
    ['["\uffff"]', 'noncharacter', '/0', 1],
    ['\ufeff{}', 'byte order mark', '', 0],
  ])('refuses %j: %s', (text, reason, pointer, offset) => {
    expect(read(text)).toEqual({ ok: false, reason, pointer, offset });
  });

  it.each([
    ['a byte that never occurs', [0x5b, 0x22, 0xff, 0x22, 0x5d], 2],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22], 1],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    ['a number beyond U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], 0],
    ['a character cut short', [0x22, 0x61, 0xe2, 0x82], 2],
    ['the replacement character cut short', [0x22, 0xef, 0xbf], 3],
  ])('refuses invalid UTF-8: %s', (_why, bytes, offset) => {
    expect(readStrictJson(Uint8Array.from(bytes))).toEqual({ ok: false, reason: 'invalid UTF-8', pointer: '', offset });
  });

  it('answers a scalar document, too', () => {
    expect(read('1')).toEqual({ ok: true, value: 1 });
  });

  it('accepts a replacement character that was really sent', () => {
    expect(accepted(read('"\ufffd"'))).toBe('\ufffd');
  });

  it('accepts white space around values and any printable character within texts', () => {
    expect(accepted(read(' {\t"a b" :\r\n[ 1 , " !~\u007f订" ] }\n'))).toEqual({ 'a b': [1, ' !~\u007f订'] });
  });

  it('accepts every escape', () => {
    expect(accepted(read('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\uD83D\\uDE00"'))).toBe('"\\/\b\f\n\r\tA😀');
  });

  it('accepts exactly the permitted depth', () => {
    expect(read(nested(MAX_DEPTH)).ok).toBe(true);
    expect(read(nested(MAX_DEPTH + 1))).toMatchObject({ ok: false, reason: 'nested deeper than 32 levels' });
    expect(read('{"a":'.repeat(MAX_DEPTH + 1)).ok).toBe(false);
  });

  it('accepts exactly the permitted number of bytes', () => {
    expect(read(`"${'x'.repeat(MAX_BYTES - 2)}"`).ok).toBe(true);
    expect(read(`"${'x'.repeat(MAX_BYTES - 1)}"`)).toMatchObject({ ok: false, reason: 'larger than 65536 bytes' });
  });

  it('reads only the given part of a larger buffer', () => {
    const pool = Buffer.from('garbage{"a":1}garbage');
    expect(accepted(readStrictJson(pool.subarray(7, 14)))).toEqual({ a: 1 });
  });

  it('answers null-prototype objects that cannot be changed at any level', () => {
    const value = accepted(read('{"a":[{"b":{}},[]],"c":"d"}'));
    const containers = everyContainer(value);
    expect(containers).toHaveLength(5);
    for (const container of containers) {
      expect(Object.isFrozen(container)).toBe(true);
      expect(Object.getPrototypeOf(container)).toBe(Array.isArray(container) ? Array.prototype : null);
    }
  });

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(typeof readStrictJson(bytes).ok).toBe('boolean');
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'{}[]",:\\u0aE-+.1e truefalsn'.split('')), { maxLength: 40 }),
        (marks) => {
          expect(typeof read(marks.join('')).ok).toBe('boolean');
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('agrees with JSON.parse on every document that it accepts', () => {
    const almostJson = fc.array(fc.constantFrom(...'{}[]",:\\-.01e '.split('')), { maxLength: 8 });
    const document = fc.oneof(
      fc.json(),
      almostJson.map((marks) => marks.join('')),
      fc.double().map(String),
    );
    let compared = 0;
    fc.assert(
      fc.property(document, (text) => {
        const result = read(text);
        if (!result.ok) return;
        compared += 1;
        expect(result.value).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
    expect(compared).toBeGreaterThan(200);
  });
});

describe('freezeStrict', () => {
  const cycle: unknown[] = [];
  cycle.push({ again: cycle });
  const withNamed = Object.assign([1], { named: 1 });
  const holeAndNamed = Object.assign([], { 0: 1, 2: 3, named: 1 });

  it.each<[string, unknown, string, string]>([
    ['undefined', { a: undefined }, 'undefined is not JSON', '/a'],
    ['a function', [() => 1], 'function is not JSON', '/0'],
    ['a bigint', { a: 1n }, 'bigint is not JSON', '/a'],
    ['a symbol', [Symbol('s')], 'symbol is not JSON', '/0'],
    ['NaN', [Number.NaN], 'number overflows', '/0'],
    ['negative zero', { a: -0 }, 'negative zero', '/a'],
    ['a large integer', { a: 2 ** 53 }, 'integer beyond 2^53-1', '/a'],
    ['a long decimal', { a: 0.1 + 0.2 }, 'more than 15 digits', '/a'],
    ['a lone surrogate', ['\ud800'], 'lone surrogate', '/0'],
    ['a noncharacter', ['\ufffe'], 'noncharacter', '/0'],
    ['a key that is half a pair', { '\ud800': 1 }, 'lone surrogate', '/\ufffd'],
    ['a prototype key', JSON.parse('{"a":{"__proto__":1}}'), 'forbidden key', '/a/__proto__'],
    ['a subject type', { __caslSubjectType__: 'Draft' }, 'forbidden key', '/__caslSubjectType__'],
    [
      'an accessor',
      {
        get a() {
          return 1;
        },
      },
      'accessor',
      '',
    ],
    ['a hidden property', Object.defineProperty({}, 'a', { value: 1 }), 'hidden property', ''],
    ['a symbol key', { [Symbol('s')]: 1 }, 'symbol key', ''],
    ['a sparse array', Object.assign([], { 0: 1, 2: 3 }), 'sparse array', ''],
    ['a huge sparse array', Object.assign([], { length: 2 ** 32 - 1 }), 'sparse array', ''],
    ['an array with a name', withNamed, 'array with named properties', ''],
    ['an array with a hole and a name', holeAndNamed, 'sparse array', ''],
    ['an array with an accessor', Object.defineProperty([1], 0, { get: () => 1, enumerable: true }), 'accessor', ''],
    ['a subclass of Array', new (class extends Array {})(), 'not a plain object or array', ''],
    ['a date', { a: new Date(0) }, 'not a plain object or array', '/a'],
    ['a map', new Map(), 'not a plain object or array', ''],
    ['a boxed string', [new String('a')], 'not a plain object or array', '/0'],
    [
      'an instance',
      new (class A {
        a = 1;
      })(),
      'not a plain object or array',
      '',
    ],
    ['an inherited value', Object.create({ a: 1 }), 'not a plain object or array', ''],
    ['a proxy', { a: new Proxy({}, {}) }, 'proxy', '/a'],
  ])('refuses %s', (_what, value, reason, pointer) => {
    expect(freezeStrict(value)).toEqual({ ok: false, reason, pointer, offset: -1 });
  });

  it('refuses a cycle by its depth', () => {
    expect(freezeStrict(cycle)).toMatchObject({ ok: false, reason: 'nested deeper than 32 levels' });
  });

  it('does not run code of the value', () => {
    let ran = 0;
    const trap = () => {
      ran += 1;
      return undefined;
    };
    freezeStrict({
      get a() {
        return trap();
      },
    });
    freezeStrict(
      new Proxy(
        {},
        {
          getPrototypeOf: () => {
            trap();
            return null;
          },
          ownKeys: () => {
            trap();
            return [];
          },
        },
      ),
    );
    freezeStrict({ toJSON: trap });
    expect(ran).toBe(0);
  });

  it('accepts exactly the permitted depth', () => {
    expect(freezeStrict(JSON.parse(nested(MAX_DEPTH))).ok).toBe(true);
    expect(freezeStrict(JSON.parse(nested(MAX_DEPTH + 1))).ok).toBe(false);
  });

  it.each<[string, (size: number) => unknown]>([
    ['text', (size) => 'x'.repeat(size - 2)],
    ['escaped text', (size) => `\n\n${'x'.repeat(size - 6)}`],
    ['text of several bytes', (size) => `é${'x'.repeat(size - 4)}`],
    ['a list', (size) => [1, true, null, 'x'.repeat(size - 16)]],
    ['an object', (size) => ({ a: 1, bc: 'x'.repeat(size - 15) })],
    ['a key', (size) => ({ ['x'.repeat(size - 6)]: 1 })],
  ])('measures the canonical bytes: %s', (_what, build) => {
    expect(JSON.stringify(freezeStrict(build(MAX_BYTES)))).toContain('"ok":true');
    expect(freezeStrict(build(MAX_BYTES + 1))).toMatchObject({ ok: false, reason: 'larger than 65536 bytes' });
  });

  it.each<[string, unknown]>([
    ['nothing but punctuation', Array.from({ length: 22_000 }, () => [])],
    ['a name that is itself too long', { ['x'.repeat(2 * MAX_BYTES)]: 1 }],
    ['a text too long to be escaped at all', '\n'.repeat(2 ** 28)],
  ])('refuses as too large: %s', (_what, value) => {
    expect(freezeStrict(value)).toMatchObject({ ok: false, reason: 'larger than 65536 bytes' });
  });

  it('stops at once on a small object that is huge as text', () => {
    let bomb: unknown = 'x';
    for (let level = 0; level < 30; level += 1) bomb = [bomb, bomb];
    const started = performance.now();
    expect(freezeStrict(bomb)).toMatchObject({ ok: false, reason: 'larger than 65536 bytes' });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('answers a copy that later changes of the original do not reach', () => {
    const original = { a: [{ b: 1 }] };
    const copy = accepted(freezeStrict(original));
    original.a.push({ b: 2 });
    expect(copy).toEqual({ a: [{ b: 1 }] });
    for (const container of everyContainer(copy)) expect(Object.isFrozen(container)).toBe(true);
    expect(Object.getPrototypeOf(copy)).toBeNull();
    expect(Object.isFrozen(original)).toBe(false);
  });

  it('accepts what the reader answers, and gives an equal value', () => {
    const value = accepted(read('{"a":[1,"x",null,true,{"b":0.5}]}'));
    expect(accepted(freezeStrict(value))).toEqual(value);
  });

  it('gives the same answer as the reader for a document that was parsed without repair', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const raw = read(text);
        fc.pre(raw.ok);
        expect(accepted(freezeStrict(JSON.parse(text)))).toEqual(accepted(raw));
      }),
    );
  });
});
