import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

/** The aliases of the floors; the same names stand in `electron/tsconfig.base.json`. */
export const floors = {
  '@contract': resolve(root, 'electron/contract'),
  '@core': resolve(root, 'electron/core'),
  '@adapters': resolve(root, 'electron/adapters'),
  '@main': resolve(root, 'electron/main'),
  '@demo': resolve(root, 'electron/demo'),
  '@resources': resolve(root, 'resources'),
};

/** The renderer sees the contract and itself; every other floor is out of its reach. */
export const rendererFloors = {
  '@contract': floors['@contract'],
  '@resources': floors['@resources'],
  '@': resolve(root, 'src'),
};

export default defineConfig({
  main: {
    resolve: { alias: floors },
    build: {
      rollupOptions: { input: { index: resolve(root, 'electron/main/index.ts') } },
    },
  },
  preload: {
    resolve: { alias: floors },
    build: {
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(root, 'electron/preload/index.ts') },
        // A sandboxed preload is loaded as CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src'),
    plugins: [vue()],
    resolve: {
      alias: [
        ...Object.entries(rendererFloors).map(([find, replacement]) => ({ find, replacement })),
        { find: /^zod$/, replacement: resolve(root, 'src/app/without-eval.ts') },
      ],
    },
    worker: { format: 'es' },
    build: {
      // Every asset is a file of its own: the CSP allows no data: scripts or fonts.
      assetsInlineLimit: 0,
      // Two documents: the sign-in form's is gone once somebody is signed in. Named, because
      // electron-vite merges a list with an empty entry of its own, which can't be resolved.
      rollupOptions: {
        input: {
          index: resolve(root, 'src/index.html'),
          'sign-in': resolve(root, 'src/sign-in.html'),
        },
      },
    },
  },
});
