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
  // The app's styles are not made smaller either: workers read the colours of its tokens.
  build: { emptyOutDir: true, assetsInlineLimit: 0, target: 'esnext', cssMinify: false },
});
