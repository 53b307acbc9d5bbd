import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';
import { axiosWithoutNode, floors, rendererFloors } from '../electron.vite.config.ts';
import { testSeed } from './test-seed.ts';

const root = resolve(import.meta.dirname, '..');
const alias = { ...floors, ...rendererFloors };

/** Tests that stand in for modules of Electron, and so need modules of their own. */
const main = ['tests/{unit,integration}/main/**/*.test.ts'];

/**
 * Core, contract and adapters run in Node; the renderer's parts in a small DOM. Properties draw
 * their cases from one fixed seed, or from FLEETDESK_SEED: no result depends on luck.
 */
export default defineConfig({
  root,
  plugins: [vue(), axiosWithoutNode()],
  resolve: { alias },
  test: {
    passWithNoTests: false,
    // As the build has it, and not as Node would load it.
    server: { deps: { inline: ['axios'] } },
    restoreMocks: true,
    // A limit against hanging, wide enough for a busy two-core machine; no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    provide: { seed: testSeed(process.env.FLEETDESK_SEED) },
    setupFiles: ['tests/seed-properties.ts', 'tests/patience.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Reading the modules again for each file took a quarter of the time. So nothing that
          // tests share registers hooks when it is imported: a file calls for them.
          isolate: false,
          include: ['tests/{unit,contract,integration}/**/*.test.ts'],
          exclude: ['tests/unit/src/**', ...main],
        },
      },
      {
        extends: true,
        test: { name: 'main', environment: 'node', include: main },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          globalSetup: ['tests/filled-stores.ts'],
          // Joined with those above.
          setupFiles: ['tests/unit/src/all-languages.ts'],
          include: ['tests/unit/src/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['tests/unit/contract/*.test-d.ts'],
            checker: 'tsc',
            // Without project references, so that the types come from the source as it is now.
            tsconfig: 'tests/unit/contract/tsconfig.json',
          },
        },
      },
    ],
  },
});
