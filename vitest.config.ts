import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Booting Nest is what costs: files share a worker's modules, and leave nothing behind.
    isolate: false,
    include: [
      'src/**/*.spec.ts',
      'test/**/*.spec.ts',
      'scripts/**/*.spec.ts',
      'migrations/**/*.spec.ts',
      'web/**/*.spec.{ts,tsx}',
    ],
    globalSetup: ['test/support/cluster.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
