import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { coloursIn, contrast } from '../../../test/support/contrast.js';
import { PAGE_STYLE } from './page-style.js';

const TOKENS = path.join(import.meta.dirname, '../../../web/src/theme/tokens.css');

const [light = '', dark = ''] = PAGE_STYLE.split('(prefers-color-scheme: dark)');
const [consoleLight = '', consoleDark = ''] = readFileSync(TOKENS, 'utf8').split('[data-mantine-color-scheme="dark"]');

const SCHEMES = [
  ['light', coloursIn(light), coloursIn(consoleLight)],
  ['dark', coloursIn(dark), coloursIn(consoleDark)],
] as const;

const GROUNDS = ['ground', 'surface', 'brand-soft'];
const TEXTS: [text: string, ground: string][] = [
  ...GROUNDS.flatMap((ground) => ['ink', 'muted', 'brand'].map((text): [string, string] => [text, ground])),
  ['on-brand', 'brand'],
  ['no', 'no-soft'],
];

describe.each(SCHEMES)('the pages of the identity provider, %s', (_, page, console) => {
  const ratio = (one: string, other: string) => contrast(page.get(one)!, page.get(other)!);

  it('have the colours of the console, and all that they use', () => {
    expect(page.size).toBeGreaterThan(0);
    for (const [name, colour] of page) expect([name, colour]).toEqual([name, console.get(name)]);
    for (const [, name] of PAGE_STYLE.matchAll(/var\(--([\w-]+)\)/g)) expect([...page.keys()]).toContain(name);
  });

  it.each(TEXTS)('have readable text: %s on %s', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('have fields whose edge can be seen', () => {
    expect(ratio('edge', 'surface')).toBeGreaterThanOrEqual(3);
  });
});
