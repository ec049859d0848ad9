import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';

/** What one login has to remember between leaving for the provider and coming back. */
export interface LoginTransaction {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
}

export const LOGIN_SECONDS = 600;

const Content = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string() });

/** One cookie for each login in progress, so that two tabs do not break each other. Of a made-up state, only what a name may hold. */
export function loginCookieName(state: string): string {
  return `countersign_login_${state.slice(0, 12).replace(/[^\w-]/g, '')}`;
}

/** Encrypts a transaction for the browser to keep (RFC 7519 in RFC 7516). Valid for `LOGIN_SECONDS`. */
export function sealLogin(transaction: LoginTransaction, key: Uint8Array): Promise<string> {
  return new EncryptJWT({ ...transaction })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt()
    .setExpirationTime(`${LOGIN_SECONDS} seconds`)
    .encrypt(key);
}

/** Opens a sealed transaction; undefined when it is forged, damaged or too old. */
export async function openLogin(sealed: string, key: Uint8Array): Promise<LoginTransaction | undefined> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp'],
    });
    return Content.parse(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
