import { generateKeyPairSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { StartupProblem } from '../../shared/startup-problem.js';
import { readOrCreatePrivateFile } from '../private-file.js';

const Keys = z.object({
  signing: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  }),
  cookie: z.string().min(32),
});

/** The secrets of the embedded provider: what signs its tokens (ES256) and its cookies. */
export type ProviderKeys = z.infer<typeof Keys>;

/** Made at the first start and kept in the data directory, so that tokens outlive a restart. Throws `StartupProblem`. */
export function loadProviderKeys(dataDir: string): ProviderKeys {
  const file = path.join(dataDir, 'local-provider.json');
  const content = readOrCreatePrivateFile(file, newKeys);
  try {
    return Keys.parse(JSON.parse(content));
  } catch {
    throw new StartupProblem([`"${file}" is damaged. Remove it: new keys are made, and everybody logs in again.`]);
  }
}

function newKeys(): string {
  const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return `${JSON.stringify({ signing, cookie: randomBytes(32).toString('base64url') }, null, 2)}\n`;
}
