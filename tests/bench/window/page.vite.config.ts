import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { rendererFloors } from '../../../electron.vite.config.ts';

/** Pages of benchmarks, with layers, workers and screens as the app has them. */
export default defineConfig({
  base: './',
  logLevel: 'warn',
  plugins: [vue()],
  resolve: { alias: rendererFloors },
  worker: { format: 'es' },
  build: { emptyOutDir: true, assetsInlineLimit: 0, target: 'esnext' },
});
