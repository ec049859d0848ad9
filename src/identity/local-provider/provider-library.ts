import type * as OidcProvider from 'oidc-provider';

export type ProviderLibrary = typeof OidcProvider;

const RUNTIME_NOTICE = 'oidc-provider WARNING: Unsupported runtime.';

let loading: Promise<ProviderLibrary> | undefined;

/**
 * Loads oidc-provider. On Node 20 it prints, while it loads, that it would rather run on 22; it works on both and the tests
 * run on both, so that one line is held back. Every other warning passes.
 */
export function loadProviderLibrary(): Promise<ProviderLibrary> {
  loading ??= loadQuietly();
  return loading;
}

async function loadQuietly(): Promise<ProviderLibrary> {
  const { console: output } = globalThis;
  const quieter: Console = Object.create(output);
  quieter.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes(RUNTIME_NOTICE)) output.warn(...words);
  };
  globalThis.console = quieter;
  try {
    return await import('oidc-provider');
  } finally {
    globalThis.console = output;
  }
}
