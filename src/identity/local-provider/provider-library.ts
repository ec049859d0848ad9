const RUNTIME_NOTICE = 'oidc-provider WARNING: Unsupported runtime.';

/**
 * Loads oidc-provider. On Node 20 it prints, while it loads, that it would rather run on 22; it works on both and the tests
 * run on both, so that one line is held back. Every other warning passes.
 */
export async function loadProviderLibrary(): Promise<typeof import('oidc-provider')> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes(RUNTIME_NOTICE)) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
