import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { rendererFloors } from '../electron.vite.config.ts';
import { mockedMain } from './mocked-main/vite-plugin.ts';

const root = resolve(import.meta.dirname, '..');

/** The renderer in a browser, on a main process that runs beside this server. */
export default defineConfig({
  root: resolve(root, 'src'),
  plugins: [vue(), mockedMain()],
  resolve: { alias: rendererFloors },
  worker: { format: 'es' },
  // What only workers import is found late, and would have the page loaded a second time.
  optimizeDeps: {
    include: ['@mapbox/vector-tile', 'geojson-vt', 'pbf', 'polylabel', 'rbush', 'topojson-client'],
  },
  cacheDir: resolve(root, 'node_modules/.cache/mocked'),
  server: { host: '127.0.0.1', port: 5180, fs: { allow: [root] } },
});
