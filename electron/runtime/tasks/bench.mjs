import path from 'node:path';
import { wantsHelp } from '../arguments.mjs';
import { BENCH_USAGE, parseBenchArguments } from '../bench-arguments.mjs';
import { run } from '../commands.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { root } from '../project.mjs';

const SOURCES = path.join(root, 'tests', 'bench');
const RESULTS = path.join(root, 'out', 'bench');

/**
 * Bundles a benchmark for Node and runs it. The last line that it prints on stdout is its result,
 * one JSON object.
 * @param {string[]} args
 */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(BENCH_USAGE);
    return 0;
  }
  const name = parseBenchArguments(args);
  await ensurePackages();
  const { build } = await import('vite');
  await build({
    configFile: path.join(root, 'tests', 'bench.vite.config.ts'),
    build: {
      ssr: path.join(SOURCES, name, 'main.ts'),
      outDir: path.join(RESULTS, name),
      rollupOptions: { output: { entryFileNames: 'main.js' } },
    },
  });
  const program = path.join(RESULTS, name, 'main.js');
  const { code } = await run(process.execPath, [program], {
    cwd: root,
    stdout: 'show',
    stderr: 'show',
  });
  return code;
}
