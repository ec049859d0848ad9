import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A digest over the names and contents of files and of all files below folders.
 *
 * @param {readonly string[]} paths missing ones count as empty
 * @param {(path: string) => boolean} [isInput] which files and folders matter
 * @returns {string}
 */
export function fingerprint(paths, isInput = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesBelow(path, isInput)) {
      const content = readFileSync(file);
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @param {(path: string) => boolean} isInput
 * @returns {string[]}
 */
function filesBelow(path, isInput) {
  const is = statSync(path, { throwIfNoEntry: false });
  if (!is || !isInput(path)) return [];
  if (!is.isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name), isInput));
}

/**
 * @param {string} stamp file that `writeStamp` wrote
 * @param {string} value
 * @returns {boolean} whether the work that the stamp stands for was done for this very value
 */
export function isStamped(stamp, value) {
  try {
    return readFileSync(stamp, 'utf8') === value;
  } catch {
    return false;
  }
}

/**
 * @param {string} stamp
 * @param {string} value
 */
export function writeStamp(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, value);
}
