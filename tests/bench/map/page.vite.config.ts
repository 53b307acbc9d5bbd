import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { rendererFloors } from '../../../electron.vite.config.ts';

/** The page of the map's benchmark, with the layers and workers as the app has them. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'page'),
  base: './',
  logLevel: 'warn',
  resolve: { alias: rendererFloors },
  worker: { format: 'es' },
  build: { emptyOutDir: true, assetsInlineLimit: 0, target: 'esnext' },
});
