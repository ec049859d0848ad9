import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Manifest = z.object({ name: z.string().optional(), version: z.string().optional() });

/** The version in the engine's package.json, wherever the code runs from: `src/mcp` or `dist/src/mcp`. Throws without one. */
export function engineVersion(): string {
  for (const up of ['../..', '../../..']) {
    const { name, version } = manifestAt(new URL(`${up}/package.json`, import.meta.url));
    if (name === 'countersign' && version !== undefined) return version;
  }
  throw new Error('the package.json of countersign is not where it belongs');
}

function manifestAt(url: URL): z.infer<typeof Manifest> {
  try {
    return Manifest.parse(JSON.parse(readFileSync(url, 'utf8')));
  } catch {
    return {};
  }
}
