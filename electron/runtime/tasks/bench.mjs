import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../commands.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { Problem } from '../problem.mjs';
import { root } from '../project.mjs';

const SOURCES = path.join(root, 'tests', 'bench');
const RESULTS = path.join(root, 'out', 'bench');

/**
 * Bundles a benchmark for Node and runs it. The last line that it prints on stdout is its result,
 * one JSON object.
 * @param {string[]} args the benchmark's name; what follows goes to the benchmark
 */
export async function main([name = '', ...args]) {
  const names = await benchmarks();
  if (!names.includes(name)) {
    throw new Problem(
      name === '' ? 'No benchmark was named.' : `There is no benchmark "${name}".`,
      `name one of these, as in "npm run -s bench ${names[0]}": ${names.join(', ')}`,
    );
  }
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
  const { code } = await run(process.execPath, [program, ...args], {
    cwd: root,
    stdout: 'show',
    stderr: 'show',
  });
  return code;
}

/** Every benchmark has a folder of its own, with a `main.ts`. */
async function benchmarks() {
  const files = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.name === 'main.ts')
    .map((file) => path.basename(file.parentPath))
    .sort();
}
