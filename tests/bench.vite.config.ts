import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { floors } from '../electron.vite.config.ts';

/** Benchmarks, bundled for Node; the launcher adds which one. */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  resolve: { alias: floors },
  build: { target: 'node20', emptyOutDir: false },
});
