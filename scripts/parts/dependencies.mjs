import { runCommand } from './commands.mjs';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';
import { Explained, inProject } from './project.mjs';

const STAMP = inProject('node_modules/.countersign-lock');

/** Installs exactly what package-lock.json says, when it says something else than at the last time. */
export async function ensureDependencies() {
  const wanted = fingerprint([inProject('package-lock.json')]);
  if (isStamped(STAMP, wanted)) return;
  console.log('Installing dependencies …');
  const { code, output } = await runCommand('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    throw new Explained(`${output.trim()}\n\nThe dependencies could not be installed: npm ci ended with code ${code}.`);
  }
  writeStamp(STAMP, wanted);
}
