/** Short names (Unicode Character Database, abridged) of the code points that hide in text most often. */
const NAMES: Readonly<Record<number, string>> = {
  0x00: 'NULL',
  0x07: 'BELL',
  0x08: 'BACKSPACE',
  0x09: 'TAB',
  0x0a: 'LINE FEED',
  0x0b: 'VERTICAL TAB',
  0x0c: 'FORM FEED',
  0x0d: 'CARRIAGE RETURN',
  0x1b: 'ESCAPE',
  0x7f: 'DELETE',
  0x85: 'NEXT LINE',
  0xad: 'SOFT HYPHEN',
  0x34f: 'COMBINING GRAPHEME JOINER',
  0x61c: 'ARABIC LETTER MARK',
  0x115f: 'HANGUL CHOSEONG FILLER',
  0x1160: 'HANGUL JUNGSEONG FILLER',
  0x180e: 'MONGOLIAN VOWEL SEPARATOR',
  0x200b: 'ZERO WIDTH SPACE',
  0x200c: 'ZERO WIDTH NON-JOINER',
  0x200d: 'ZERO WIDTH JOINER',
  0x200e: 'LEFT-TO-RIGHT MARK',
  0x200f: 'RIGHT-TO-LEFT MARK',
  0x2028: 'LINE SEPARATOR',
  0x2029: 'PARAGRAPH SEPARATOR',
  0x202a: 'LEFT-TO-RIGHT EMBEDDING',
  0x202b: 'RIGHT-TO-LEFT EMBEDDING',
  0x202c: 'POP DIRECTIONAL FORMATTING',
  0x202d: 'LEFT-TO-RIGHT OVERRIDE',
  0x202e: 'RIGHT-TO-LEFT OVERRIDE',
  0x2060: 'WORD JOINER',
  0x2061: 'FUNCTION APPLICATION',
  0x2062: 'INVISIBLE TIMES',
  0x2063: 'INVISIBLE SEPARATOR',
  0x2064: 'INVISIBLE PLUS',
  0x2066: 'LEFT-TO-RIGHT ISOLATE',
  0x2067: 'RIGHT-TO-LEFT ISOLATE',
  0x2068: 'FIRST STRONG ISOLATE',
  0x2069: 'POP DIRECTIONAL ISOLATE',
  0x2800: 'BRAILLE BLANK',
  0x3164: 'HANGUL FILLER',
  0xfeff: 'ZERO WIDTH NO-BREAK SPACE',
  0xffa0: 'HALFWIDTH HANGUL FILLER',
  0xfff9: 'INTERLINEAR ANNOTATION ANCHOR',
  0xfffa: 'INTERLINEAR ANNOTATION SEPARATOR',
  0xfffb: 'INTERLINEAR ANNOTATION TERMINATOR',
  0xe007f: 'CANCEL TAG',
};

/** What to call the others, by the first property that holds. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^[\u{E0020}-\u{E007E}]$/u, 'TAG'],
  [/^\p{Variation_Selector}$/u, 'VARIATION SELECTOR'],
  [/^\p{M}$/u, 'COMBINING MARK'],
  [/^\p{Cc}$/u, 'CONTROL'],
  [/^\p{Cf}$/u, 'FORMAT'],
  [/^\p{Co}$/u, 'PRIVATE USE'],
  [/^\p{Surrogate}$/u, 'LONE SURROGATE'],
  [/^\p{Noncharacter_Code_Point}$/u, 'NONCHARACTER'],
  [/^\p{Cn}$/u, 'UNASSIGNED'],
];

/** The short name under which an escaped character is shown. */
export function codePointName(character: string): string {
  const known = NAMES[character.codePointAt(0) ?? 0];
  return known ?? KINDS.find(([kind]) => kind.test(character))?.[1] ?? 'INVISIBLE';
}

/** `U+202E`: at least four hexadecimal digits, in capitals. */
export function codePointLabel(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
