import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const [lightBlock = '', darkBlock = ''] = css.split(/:root\[data-mantine-color-scheme=["']dark["']\]/);

function tokens(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]));
}

const SCHEMES = [
  ['light', tokens(lightBlock)],
  ['dark', tokens(darkBlock)],
] as const;

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

const GROUNDS = ['ground', 'surface', 'sunken'];
const STATES =
  `pending partly approved executing succeeded failed unknown rejected expired cancelled superseded invalidated
  low high critical read`.split(/\s+/);

describe.each(SCHEMES)('the %s palette', (_, colours) => {
  const ratio = (text: string, ground: string) => contrast(colours.get(text)!, colours.get(ground)!);

  it('names every colour', () => {
    expect([...colours.keys()].sort()).toEqual([...SCHEMES[0][1].keys()].sort());
  });

  it.each(GROUNDS)('has readable text on %s', (ground) => {
    for (const text of ['ink', 'muted', 'brand', 'no'])
      expect([text, ratio(text, ground) >= 4.5]).toEqual([text, true]);
  });

  it('has readable states, on their own ground and on a sheet, with black text readable there too', () => {
    for (const state of STATES) {
      expect([state, ratio(state, `${state}-soft`) >= 4.5]).toEqual([state, true]);
      expect([state, ratio(state, 'surface') >= 4.5]).toEqual([state, true]);
      expect([state, ratio('ink', `${state}-soft`) >= 4.5]).toEqual([state, true]);
    }
  });

  it('gives every state a colour of its own', () => {
    const states = STATES.slice(0, 12);
    expect(new Set(states.map((state) => `${colours.get(state)} ${colours.get(`${state}-soft`)}`)).size).toBe(12);
  });

  it('has readable buttons, warnings and values', () => {
    const pairs = [
      ['on-brand', 'brand'],
      ['on-brand', 'brand-strong'],
      ['on-no', 'no'],
      ['brand', 'brand-soft'],
      ['no', 'no-soft'],
      ['caution', 'caution-soft'],
      ['caution', 'surface'],
      ['ink', 'value'],
      ['muted', 'brand-soft'],
    ] as const;
    for (const [text, ground] of pairs)
      expect([text, ground, ratio(text, ground) >= 4.5]).toEqual([text, ground, true]);
  });

  it('has edges of controls that can be seen', () => {
    for (const ground of GROUNDS) expect([ground, ratio('edge', ground) >= 3]).toEqual([ground, true]);
  });
});
