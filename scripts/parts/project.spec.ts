import { expect, it } from 'vitest';
import { isAtLeast } from './project.mjs';

it.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.0.0', true],
  ['20.18.9', false],
  ['18.99.99', false],
])('Node %s is recent enough: %s', (version, enough) => {
  expect(isAtLeast(version, '20.19.0')).toBe(enough);
});
