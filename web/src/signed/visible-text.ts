import type { TextSegment } from '../api/types';

/** What would hide in a text; the engine escapes the same classes in what is signed (canonical/display-text.ts). */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Makes hidden characters visible in text that is not part of the display: names, agents, results, recorded reasons. A name
 * with an override in it must not reorder the line that it stands in. Line feeds stay what they are.
 */
export function visibleText(text: string): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  let plain = '';
  for (const character of text) {
    if (character === '\n' || !HIDDEN.test(character)) {
      plain += character;
      continue;
    }
    if (plain !== '') segments.push({ kind: 'text', text: plain });
    plain = '';
    segments.push({ kind: 'escape', codePoint: codePointOf(character), name: '' });
  }
  if (plain !== '') segments.push({ kind: 'text', text: plain });
  return segments;
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
