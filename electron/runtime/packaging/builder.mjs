import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildEnv, electronVite, ensureApp } from '../build.mjs';
import { run } from '../commands.mjs';
import { compileMain } from '../compile-main.mjs';
import { Problem } from '../problem.mjs';
import { readJson, root, workFolder } from '../project.mjs';
import { say } from '../terminal.mjs';
import { readConfig } from './config.mjs';
import { readUpdateOrigin } from './feed-keys.mjs';
import { configuredFuses, readFuses, wrongFuses } from './fuses.mjs';
import { NOTICE_FILES, writeNotices } from './notices.mjs';
import { bundledPlaces, isInstalledIn, loadedPlaces } from './shipped.mjs';

/**
 * Packs the app with electron-builder.
 *
 * @typedef {import('electron-builder').Configuration} Configuration
 * @typedef {import('./electron.mjs').PackedElectron} PackedElectron
 *
 * @typedef {'release' | 'test'} Kind the `test` package is a release that tests can drive
 *
 * @typedef {object} Order
 * @property {Kind} kind
 * @property {PackedElectron} electron
 * @property {readonly string[]} targets
 * @property {string} output folder
 * @property {{address: string, publicKey: string} | null} [updates] where it gets them from
 */

/** Files in a folder of Electron that are no part of an app. */
const STRANGERS = [
  'prepared.json',
  'checked.json',
  path.join('resources', 'app'),
  path.join('resources', 'default_app.asar'),
];

/** @param {Kind} kind where a build's own part is */
export function builtFolder(kind) {
  return path.join(root, 'out', 'package', kind);
}

/**
 * Builds main for a package; preload and pages are those of the build from a clone.
 * @param {Kind} kind
 * @param {string} executable of the Electron that the package holds
 */
async function buildMain(kind, executable) {
  const { code, output } = await run(process.execPath, [electronVite, 'build'], {
    cwd: root,
    env: { ...buildEnv, FLEETDESK_BUILD: kind },
  });
  const folder = path.join(builtFolder(kind), 'main');
  if (code === 0 && existsSync(path.join(folder, 'index.cjs'))) {
    await compileMain(folder, executable);
    return;
  }
  throw new Problem(
    'Building the app for a package failed.',
    'mend what the build says below, then run the same command again.',
    output,
  );
}

/** The npm packages that main loads when it runs. */
function loaded() {
  const { packages } = readJson(path.join(root, 'package-lock.json'));
  return loadedPlaces(packages, isInstalledIn(root));
}

/** @param {string} place @returns {string} the name of the package there */
function nameIn(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * The whole configuration of one package.
 * @param {Configuration} config
 * @param {Order} order
 * @param {readonly string[]} places of the npm packages that main loads
 * @param {string} notices folder
 * @returns {Configuration}
 */
export function completeConfig(config, { kind, electron, output, updates }, places, notices) {
  const noMaps = ['**/*', '!**/*.map'];
  const from = (/** @type {string[]} */ ...parts) => path.join(root, ...parts);
  const rules = [config.files].flat().flatMap((each) => Object(each).filter);
  return {
    ...config,
    directories: { ...config.directories, output },
    electronVersion: electron.version,
    ...(electron.folder === undefined ? {} : { electronDist: electron.folder }),
    ...(updates ? { publish: { provider: 'generic', url: updates.address } } : {}),
    extraMetadata: { desktopName: 'fleetdesk.desktop' },
    files: [
      // One list, since the last pattern that fits decides. Packages one by one: what serves to
      // build the app is no part of it. By name, since electron-builder lays them out on its own.
      {
        filter: [
          ...['package.json', 'LICENSE', '!**/node_modules/**'],
          ...[...new Set(places.map(nameIn))].map(
            (name) => `node_modules/{,**/node_modules/}${name}/**`,
          ),
          ...rules,
        ],
      },
      {
        ...{ from: path.join(builtFolder(kind), 'main'), to: 'out/main' },
        filter: [...noMaps, '!compile.cjs'],
      },
      { from: from('out', 'preload'), to: 'out/preload', filter: noMaps },
      { from: from('out', 'renderer'), to: 'out/renderer', filter: noMaps },
      { from: notices, to: 'out/renderer', filter: [NOTICE_FILES.page] },
    ],
    extraFiles: [{ from: notices, to: '.', filter: [NOTICE_FILES.text, NOTICE_FILES.bom] }],
    afterPack: async ({ appOutDir }) => {
      for (const name of STRANGERS) {
        await rm(path.join(appOutDir, name), { recursive: true, force: true });
      }
    },
  };
}

/**
 * The executable of an unpacked app.
 * @param {string} output folder of electron-builder
 * @returns {Promise<string>}
 */
export async function findExecutable(output) {
  const places = {
    linux: /^linux.*-unpacked$/,
    win32: /^win.*-unpacked$/,
    darwin: /^mac(-|$)/,
  };
  const pattern = places[/** @type {'linux'} */ (process.platform)];
  const folder = (await readdir(output)).find((name) => pattern.test(name));
  if (folder === undefined) throw new Error(`no unpacked app in ${output}`);
  const inside = {
    linux: 'fleetdesk',
    win32: 'Fleetdesk.exe',
    darwin: path.join('Fleetdesk.app', 'Contents', 'MacOS', 'Fleetdesk'),
  };
  return path.join(output, folder, inside[/** @type {'linux'} */ (process.platform)]);
}

/**
 * @param {string} executable
 * @param {Configuration} config
 */
async function checkFuses(executable, config) {
  const wanted = configuredFuses(config);
  const wrong = wrongFuses(wanted, await readFuses(executable, Object.keys(wanted)));
  if (wrong.length === 0) return;
  throw new Problem(
    `The built app is not as safe as it should be: these fuses are wrong: ${wrong.join(', ')}.`,
    'do not hand this package out; see whether this Electron knows these fuses.',
  );
}

/**
 * Packs the app.
 * @param {Order} order
 * @returns {Promise<string>} the executable of the unpacked app
 */
export async function pack(order) {
  const { kind, electron, targets, output } = order;
  const updates = readUpdateOrigin(process.env);
  await ensureApp();
  say(`Packing Fleetdesk (${kind}, Electron ${electron.version}) …`);
  await buildMain(kind, electron.executable);
  const places = loaded();
  const notices = path.join(workFolder, 'notices', kind);
  const folders = [builtFolder(kind), path.join(root, 'out', 'preload')];
  const shipped = new Set([
    ...places,
    ...bundledPlaces([...folders, path.join(root, 'out', 'renderer')]),
  ]);
  await writeNotices(root, [...shipped], electron.version, notices);
  const config = await readConfig();
  await rm(output, { recursive: true, force: true });
  const { build, Platform } = await import('electron-builder');
  await build({
    targets: Platform.current().createTarget([...targets]),
    config: completeConfig(config, { ...order, updates }, places, notices),
    projectDir: root,
    publish: 'never',
  });
  const executable = await findExecutable(output);
  await checkFuses(executable, config);
  if (kind === 'release' && updates === null) {
    say('This package looks for no updates: no address and no key were given to its build.');
  }
  return executable;
}

/**
 * A copy of an unpacked app that shares its files' contents on the disk, for changes beside them.
 * @param {string} folder
 * @param {string} copy
 */
export async function copyLinked(folder, copy) {
  await rm(copy, { recursive: true, force: true });
  const { code } = await run('cp', ['--archive', '--link', folder, copy]);
  if (code !== 0) await cp(folder, copy, { recursive: true });
}
