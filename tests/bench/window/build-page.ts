import path from 'node:path';
import { build } from 'vite';

/** Builds the page of a benchmark, as the app's own is built; answers its folder. */
export async function buildPage(bench: string): Promise<string> {
  const folder = path.resolve('out/bench', bench, 'page');
  await build({
    configFile: path.resolve('tests/bench/window/page.vite.config.ts'),
    root: path.resolve('tests/bench', bench, 'page'),
    build: { outDir: folder },
  });
  return folder;
}
