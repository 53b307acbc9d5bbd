import path from 'node:path';
import { root } from './project.mjs';

/**
 * Bundles a program of the tests for Node, with the floors of the app that it uses.
 * @param {string} source its main file
 * @param {string} folder where the bundle goes
 * @returns {Promise<string>} the bundle
 */
export async function bundleForNode(source, folder) {
  const { build } = await import('vite');
  await build({
    configFile: path.join(root, 'tests', 'bench.vite.config.ts'),
    build: {
      ssr: source,
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'main.js' } },
    },
  });
  return path.join(folder, 'main.js');
}
