import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COPY } from './binary/copy.mjs';
import { run } from './commands.mjs';
import { compileMain } from './compile-main.mjs';
import { resolveElectron } from './electron-binary.mjs';
import { withLock } from './lock.mjs';
import { Problem } from './problem.mjs';
import { packageScript, root, workFolder } from './project.mjs';
import { say } from './terminal.mjs';

/**
 * Builds only what has changed: beside each result is a stamp, a checksum of all that it was made
 * from. The stamp is taken before the build and written after it, so that neither an interrupted
 * build nor one that overlapped with an edit passes for a current one.
 *
 * @typedef {object} Target
 * @property {string} title
 * @property {string[]} sources files and folders, relative to the root
 * @property {string} result the file that the build makes, relative to the root
 * @property {string} stamp where its checksum is, relative to the root
 * @property {() => Promise<{code: number, output: string}>} make
 */

/** What every build depends on. */
const COMMON = ['package.json', 'package-lock.json', 'electron.vite.config.ts'];

export const electronVite = packageScript('electron-vite', 'bin', 'electron-vite.js');

/**
 * The environment for electron-vite. It chooses the syntax by Electron's version; the result has to
 * run on the oldest Electron that we start, the copy for development and tests.
 */
export const buildEnv = { ...process.env, ELECTRON_MAJOR_VER: COPY.electron.split('.')[0] };

/** @type {Target} */
const APP = {
  title: 'the app',
  sources: [
    ...COMMON,
    ...['contract', 'core', 'adapters', 'main', 'preload', 'demo'].map((floor) =>
      path.join('electron', floor),
    ),
    'src',
    'resources',
  ],
  result: path.join('out', 'main', 'index.cjs'),
  stamp: path.join('out', 'app.stamp'),
  make: async () => {
    const made = await run(process.execPath, [electronVite, 'build'], { cwd: root, env: buildEnv });
    if (made.code === 0) {
      await compileMain(path.join(root, 'out', 'main'), (await resolveElectron()).executable);
    }
    return made;
  },
};

/** @type {Target} */
const DEMO_SERVICE = {
  title: 'the demo service',
  sources: [...COMMON, path.join('electron', 'demo')],
  result: path.join('out', 'demo', 'cli.js'),
  stamp: path.join('out', 'demo.stamp'),
  make: () =>
    run(process.execPath, [path.join(import.meta.dirname, 'build-demo-service.mjs')], {
      cwd: root,
    }),
};

/**
 * A checksum over the paths and contents of files and folders.
 * @param {string} base
 * @param {readonly string[]} sources relative to base; one that is missing counts as such
 */
export async function checksum(base, sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    const place = path.join(base, source);
    const files = [source];
    try {
      const entries = await readdir(place, { recursive: true, withFileTypes: true });
      files.length = 0;
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        files.push(path.relative(base, path.join(entry.parentPath, entry.name)));
      }
    } catch {
      // A file, or nothing.
    }
    for (const file of files.sort()) {
      const full = path.join(base, file);
      hash.update(`${file.split(path.sep).join('/')}\0`);
      hash.update(existsSync(full) ? readFileSync(full) : '\0missing');
      hash.update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} base
 * @param {Pick<Target, 'result' | 'stamp'>} target
 * @param {string} sum
 */
export function isCurrent(base, { result, stamp }, sum) {
  const file = path.join(base, stamp);
  return existsSync(path.join(base, result)) && existsSync(file)
    ? readFileSync(file, 'utf8') === sum
    : false;
}

/** @param {Target} target */
async function ensureBuilt(target) {
  if (isCurrent(root, target, await checksum(root, target.sources))) return;
  const onWait = () => say('Another run is building; waiting for it …');
  await withLock(path.join(workFolder, 'build.lock'), onWait, async () => {
    const sum = await checksum(root, target.sources);
    if (isCurrent(root, target, sum)) return;
    say(`Building ${target.title} …`);
    const stamp = path.join(root, target.stamp);
    await rm(stamp, { force: true });
    const { code, output } = await target.make();
    if (code !== 0 || !existsSync(path.join(root, target.result))) {
      throw new Problem(
        `Building ${target.title} failed.`,
        'mend what the build says below, then run the same command again.',
        output,
      );
    }
    await mkdir(path.dirname(stamp), { recursive: true });
    await writeFile(stamp, sum);
  });
}

export const ensureApp = () => ensureBuilt(APP);

/** To be called before something else writes to the app's build, such as a development server. */
export const forgetApp = () => rm(path.join(root, APP.stamp), { force: true });

export const ensureDemoService = () => ensureBuilt(DEMO_SERVICE);
