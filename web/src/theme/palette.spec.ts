import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coloursIn, contrast } from '../../../test/support/contrast';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const [lightBlock = '', darkBlock = ''] = css.split(/:root\[data-mantine-color-scheme=["']dark["']\]/);

const SCHEMES = [
  ['light', coloursIn(lightBlock)],
  ['dark', coloursIn(darkBlock)],
] as const;

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
