import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';

let folder: string;
const file = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-fingerprint-'));
  mkdirSync(file('src'));
  writeFileSync(file('src/a.ts'), 'a');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('changes when a file changes, appears, moves or goes, and is the same again when all is as it was', () => {
  const seen = [fingerprint([folder])];
  writeFileSync(file('src/a.ts'), 'b');
  seen.push(fingerprint([folder]));
  renameSync(file('src/a.ts'), file('src/c.ts'));
  seen.push(fingerprint([folder]));
  writeFileSync(file('src/d.ts'), '');
  seen.push(fingerprint([folder]));
  expect(new Set(seen).size).toBe(4);
  rmSync(file('src/d.ts'));
  expect(fingerprint([folder])).toBe(seen[2]);
});

it('leaves out what is no input, and takes a path that is missing for an empty one', () => {
  const before = fingerprint([folder, file('missing')], (name) => !name.endsWith('.spec.ts'));
  writeFileSync(file('src/a.spec.ts'), 'x');
  expect(fingerprint([folder, file('missing')], (name) => !name.endsWith('.spec.ts'))).toBe(before);
});

it('remembers for which inputs the work was done', () => {
  expect(isStamped(file('stamps/build'), 'one')).toBe(false);
  writeStamp(file('stamps/build'), 'one');
  expect(isStamped(file('stamps/build'), 'one')).toBe(true);
  expect(isStamped(file('stamps/build'), 'two')).toBe(false);
});
