import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';

/** Tests and benchmarks run in the project's folder, and benchmarks bundled, far from their source. */
const root = process.cwd();

/** Programs that run outside of the test: in a thread or process of their own. */
export interface Built {
  /** The path of a program by its name. */
  readonly pathOf: (name: string) => string;
  readonly startStoreWorker: () => Worker;
  readonly remove: () => void;
}

/**
 * Bundles the store's worker, as the app's build does, and with it other programs by their paths
 * below the project. They lie inside the project, since libsql is looked up from there.
 */
export async function buildPrograms(others: Readonly<Record<string, string>> = {}): Promise<Built> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'store-programs-'));
  await build({
    configFile: join(root, 'tests', 'bench.vite.config.ts'),
    build: {
      outDir: folder,
      ssr: true,
      rollupOptions: {
        input: { 'store-worker': 'electron/adapters/store/store-worker.ts', ...others },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  const pathOf = (name: string): string => join(folder, `${name}.mjs`);
  return {
    pathOf,
    startStoreWorker: () => new Worker(pathOf('store-worker')),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
