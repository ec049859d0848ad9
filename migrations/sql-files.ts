import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The texts of all `.sql` files of a folder below `migrations/sql`, in the order of their names. */
export function sqlFiles(folder: string): string[] {
  const directory = fileURLToPath(new URL(`./sql/${folder}`, import.meta.url));
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(`${directory}/${name}`, 'utf8'));
}
