import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const engine = 'http://127.0.0.1:4310';

/** Builds the console into web/dist, to be served under /console. In development the engine answers everything else. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  logLevel: 'warn',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
    modulePreload: { polyfill: false },
    // Data URIs would need an exception in the content security policy.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/v1': engine,
      '/oidc': engine,
      '/console/auth': engine,
    },
  },
});
