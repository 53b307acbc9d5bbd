/**
 * Bundles the demo service alone for Node, without the rest of the app. It runs as a process of its
 * own, once the packages are installed.
 */
import path from 'node:path';
import { root } from './project.mjs';

const { build } = await import('vite');

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: path.join(root, 'electron', 'demo', 'cli.ts'),
    outDir: path.join(root, 'out', 'demo'),
    target: 'node20',
    emptyOutDir: true,
    rollupOptions: { output: { entryFileNames: 'cli.js' } },
  },
});
