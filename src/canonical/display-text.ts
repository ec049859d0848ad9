import { codePointLabel, codePointName } from './code-point-names.js';

/**
 * A piece of shown text: characters as they are, or one character that would hide, shown by its number and short name.
 * `trusted` marks the contract's own words; everything without it came from data.
 */
export type TextSegment =
  | { readonly kind: 'text'; readonly text: string; readonly trusted?: true }
  | { readonly kind: 'escape'; readonly codePoint: string; readonly name: string };

/** What a reader of the text should be warned of. */
export type TextFlag = 'mixed-script' | 'invisible' | 'combining-flood';

/** Cc, Cf, Zl, Zp, Co, Cn, halves of surrogate pairs, and what else draws nothing: fillers, variation selectors, ⠀. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
const HIDDEN_EVERYWHERE = new RegExp(HIDDEN.source, 'gu');
const MARK = /\p{M}/u;
const MAX_MARKS = 4;
const MARK_FLOOD = /\p{M}{5}/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const CONFUSABLE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * Renders untrusted text so that nothing in it hides, reorders or overpaints its neighbours. Nothing is dropped or
 * shortened: `decodeText` gives the exact original. A combining mark is shown as such on a base of its own text only, and
 * at most four of them: more climb over other lines, and one without a base is painted on the words of the template.
 */
export function renderText(text: string): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  let plain = '';
  let roomForMarks = 0;
  for (const character of text) {
    const isMark = MARK.test(character);
    if (!HIDDEN.test(character) && !(isMark && roomForMarks === 0)) {
      roomForMarks = isMark ? roomForMarks - 1 : MAX_MARKS;
      plain += character;
      continue;
    }
    if (plain !== '') segments.push({ kind: 'text', text: plain });
    plain = '';
    roomForMarks = 0;
    segments.push({ kind: 'escape', codePoint: codePointLabel(character), name: codePointName(character) });
  }
  if (plain !== '') segments.push({ kind: 'text', text: plain });
  return segments;
}

/** The exact text that was rendered. */
export function decodeText(segments: readonly TextSegment[]): string {
  return segments.map((segment) => (segment.kind === 'text' ? segment.text : characterOf(segment.codePoint))).join('');
}

/**
 * What to warn of: a word that mixes Latin, Cyrillic and Greek letters (Chinese beside Latin is normal), characters that
 * are shown as escapes, and more than four combining marks on one base. Invisible characters do not part a word.
 */
export function flags(text: string): readonly TextFlag[] {
  const visible = text.replace(HIDDEN_EVERYWHERE, '');
  const found: TextFlag[] = [];
  if ((visible.match(WORD) ?? []).some(mixesScripts)) found.push('mixed-script');
  if (!isPlainText(text)) found.push('invisible');
  if (MARK_FLOOD.test(visible)) found.push('combining-flood');
  return found;
}

/** True when every character of the text is shown as it is. Titles, labels and templates of contracts must be so. */
export function isPlainText(text: string): boolean {
  return renderText(text).every((segment) => segment.kind === 'text');
}

/** JSON text that means the same and in which nothing hides: what `renderText` escapes is written as `\uXXXX`. */
export function visibleJson(json: string): string {
  return renderText(json)
    .map((segment) => (segment.kind === 'text' ? segment.text : unicodeEscapes(characterOf(segment.codePoint))))
    .join('');
}

function mixesScripts(word: string): boolean {
  return CONFUSABLE_SCRIPTS.filter((script) => script.test(word)).length > 1;
}

function characterOf(codePoint: string): string {
  return String.fromCodePoint(Number.parseInt(codePoint.slice('U+'.length), 16));
}

function unicodeEscapes(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
