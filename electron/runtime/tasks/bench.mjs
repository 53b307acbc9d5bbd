import path from 'node:path';
import { wantsHelp } from '../arguments.mjs';
import { BENCH_USAGE, parseBenchArguments, windowedBenchmarks } from '../bench-arguments.mjs';
import { ensureApp } from '../build.mjs';
import { run } from '../commands.mjs';
import { hasDisplay, startDesktopSession } from '../desktop-session.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { root } from '../project.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';

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
  const env = windowedBenchmarks.has(name) ? await prepareWindow(name) : process.env;
  const program = path.join(RESULTS, name, 'main.js');
  const { code } = await run(process.execPath, [program], {
    cwd: root,
    env,
    stdout: 'show',
    stderr: 'show',
  });
  return code;
}

/**
 * The variables for a benchmark that opens a window: a display, and the Electron to open it with.
 * @param {string} name
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function prepareWindow(name) {
  const isApp = name === 'start';
  // A Chromium that somebody named needs no display.
  if (!isApp && process.env['FLEETDESK_CHROMIUM']) return process.env;
  const needs = { display: !hasDisplay(), keyring: false };
  await ensureSystemPackages([
    ...packagesFor({ window: true, ...needs }),
    ...(isApp ? /** @type {const} */ (['xdotool']) : []),
  ]);
  if (isApp) await ensureApp();
  const { executable } = await ensureElectron();
  const session = await startDesktopSession(needs);
  return { ...session, FLEETDESK_ELECTRON: executable };
}
