import { expect, it } from 'vitest';
import { loadProviderLibrary } from './provider-library.js';

it('loads the provider’s library once and leaves the console as it was', async () => {
  const { console: output } = globalThis;
  const [one, two] = await Promise.all([loadProviderLibrary(), loadProviderLibrary()]);
  expect(one).toBe(two);
  expect(one.Provider).toBeTypeOf('function');
  expect(globalThis.console).toBe(output);
});
