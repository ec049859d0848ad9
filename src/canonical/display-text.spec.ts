import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, flags, isPlainText, renderText, type TextFlag, visibleJson } from './display-text.js';
import { jcs } from './jcs.js';

const spoofed: readonly { why: string; text: string }[] = JSON.parse(
  readFileSync(new URL('../../test/vectors/spoofed-text.json', import.meta.url), 'utf8'),
);
const EXPECTED_FLAGS: Readonly<Record<string, readonly TextFlag[]>> = {
  'right-to-left override': ['invisible'],
  'zero-width space': ['invisible'],
  'zero-width joiner': ['invisible'],
  'cyrillic a in latin word': ['mixed-script'],
  'greek omicron': ['mixed-script'],
  'line separator': ['invisible'],
  isolates: ['invisible'],
  'soft hyphen': ['invisible'],
  'tag characters': ['invisible'],
  'combining flood': ['invisible', 'combining-flood'],
  'CJK with latin: normal, not flagged': [],
  markup: [],
  'fake field': [],
};
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/u;

/** Any sequence of UTF-16 units, halves of pairs included, with plenty of what hides. */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0x10000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
      fc.constantFrom(
        'a',
        'ж',
        '中',
        '\u0301',
        '\u0489',
        '\u200d',
        '\u202e',
        '\ud83d',
        '\ude00',
        '\u{e0041}',
        '\ufe0f',
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('renderText', () => {
  it('is undone exactly by decodeText, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeText(renderText(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(spoofed)('decodes to the exact text of the vector: $why', ({ text }) => {
    expect(decodeText(renderText(text))).toBe(text);
  });

  it('leaves nothing in shown text that hides, and at most four marks on a base', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const segment of renderText(text)) {
          if (segment.kind !== 'text') continue;
          expect(segment.text).not.toMatch(HIDDEN);
          expect(segment.text).not.toMatch(/\p{M}{5}/u);
          expect(segment.text).not.toMatch(/^\p{M}/u);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('escapes every code point of the categories Cc, Cf, Zl, Zp, Co and Cn and every lone surrogate', () => {
    const shown: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      if (HIDDEN.test(character) && isPlainText(`a${character}`)) shown.push(point.toString(16));
    }
    expect(shown).toEqual([]);
  });

  it.each([
    ['\u202e', 'U+202E', 'RIGHT-TO-LEFT OVERRIDE'],
    ['\n', 'U+000A', 'LINE FEED'],
    ['\u0000', 'U+0000', 'NULL'],
    ['\u0001', 'U+0001', 'CONTROL'],
    ['\u2028', 'U+2028', 'LINE SEPARATOR'],
    ['\ue000', 'U+E000', 'PRIVATE USE'],
    ['\u0378', 'U+0378', 'UNASSIGNED'],
    ['\ufffe', 'U+FFFE', 'NONCHARACTER'],
    ['\ud800', 'U+D800', 'LONE SURROGATE'],
    ['\u{e0041}', 'U+E0041', 'TAG'],
    ['\ufe0f', 'U+FE0F', 'VARIATION SELECTOR'],
    ['\u3164', 'U+3164', 'HANGUL FILLER'],
    ['\u2800', 'U+2800', 'BRAILLE BLANK'],
    ['\u206a', 'U+206A', 'FORMAT'],
    ['\u17b4', 'U+17B4', 'COMBINING MARK'],
  ])('shows %j as %s %s', (character, codePoint, name) => {
    expect(renderText(`a${character}b`)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'escape', codePoint, name },
      { kind: 'text', text: 'b' },
    ]);
  });

  it('shows four marks on a base and escapes the fifth and all that follow', () => {
    const mark = { kind: 'escape', codePoint: 'U+0301', name: 'COMBINING MARK' };
    expect(renderText(`a${'\u0301'.repeat(4)}b`)).toEqual([{ kind: 'text', text: `a${'\u0301'.repeat(4)}b` }]);
    expect(renderText(`a${'\u0301'.repeat(6)}b`)).toEqual([
      { kind: 'text', text: `a${'\u0301'.repeat(4)}` },
      mark,
      mark,
      { kind: 'text', text: 'b' },
    ]);
  });

  it('does not let an invisible character start a new count of marks', () => {
    const text = `a${'\u0301'.repeat(4)}\u200d\u0301`;
    expect(renderText(text).map((segment) => segment.kind)).toEqual(['text', 'escape', 'escape']);
  });

  it('escapes a mark without a base, which would strike through the words before the value', () => {
    expect(renderText('\u0338ok')[0]).toEqual({ kind: 'escape', codePoint: 'U+0338', name: 'COMBINING MARK' });
  });

  it('shows ordinary text of many scripts as it is', () => {
    for (const text of [
      '订单 A-1001 取消',
      'Zoe\u0308',
      'Ελλάδα',
      'Привет',
      'שלום',
      'नमस्ते',
      'สวัสดี',
      '😀',
      '<b>&amp;',
    ]) {
      expect(renderText(text)).toEqual([{ kind: 'text', text }]);
    }
    expect(renderText('')).toEqual([]);
  });

  it('shows 20,000 characters without leaving one out', () => {
    const text = `${'x'.repeat(19_999)}\u202e`;
    expect(renderText(text)).toEqual([
      { kind: 'text', text: 'x'.repeat(19_999) },
      { kind: 'escape', codePoint: 'U+202E', name: 'RIGHT-TO-LEFT OVERRIDE' },
    ]);
  });
});

describe('flags', () => {
  it.each(spoofed)('warns of exactly what is wrong with the vector: $why', ({ why, text }) => {
    expect(flags(text)).toEqual(EXPECTED_FLAGS[why]);
  });

  it.each<[string, readonly TextFlag[]]>([
    ['раурal', ['mixed-script']],
    ['αb', ['mixed-script']],
    ['жα', ['mixed-script']],
    ['a1б', ['mixed-script']],
    ['p\u0301ау', ['mixed-script']],
    ['pa\u200bуpal', ['mixed-script', 'invisible']],
    ['Привет world', []],
    ['订单A1取消', []],
    ['カタカナabc', []],
    ['', []],
  ])('of %j are %j', (text, expected) => {
    expect(flags(text)).toEqual(expected);
  });
});

describe('visibleJson', () => {
  it('means the same and hides nothing', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(fc.dictionary(text, text), (value) => {
        const visible = visibleJson(jcs(value));
        expect(JSON.parse(visible)).toEqual(JSON.parse(jcs(value)));
        expect(isPlainText(visible)).toBe(true);
      }),
    );
  });

  it('writes a hidden character beyond the first plane as a pair', () => {
    expect(visibleJson('"ok\u{e0041}"')).toBe('"ok\\udb40\\udc41"');
  });
});
