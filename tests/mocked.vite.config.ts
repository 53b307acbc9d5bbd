import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { rendererFloors } from '../electron.vite.config.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * The renderer in a browser, on a main process in memory. The fake is put in here alone: no entry
 * of the app imports it, so it never reaches a build of the app.
 */
export default defineConfig({
  root: resolve(root, 'src'),
  plugins: [
    vue(),
    {
      name: 'fake-main',
      transformIndexHtml: () => [
        {
          tag: 'script',
          attrs: { type: 'module', src: '/bridge/fake/install.ts' },
          injectTo: 'head-prepend',
        },
      ],
    },
  ],
  resolve: { alias: rendererFloors },
  worker: { format: 'es' },
  // What only workers import is found late, and would have the page loaded a second time.
  optimizeDeps: { include: ['geojson-vt', 'polylabel', 'rbush', 'topojson-client'] },
  cacheDir: resolve(root, 'node_modules/.cache/mocked'),
  server: { host: '127.0.0.1', port: 5180, fs: { allow: [root] } },
});
