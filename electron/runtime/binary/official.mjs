import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../commands.mjs';
import { Problem } from '../problem.mjs';
import { packageScript, readJson, root } from '../project.mjs';
import { say } from '../terminal.mjs';

/** The Electron that package.json names: as a person gave it, as installed, or from its makers. */

const PROBE_MS = 4_000;

/** Where Electron's releases are, unless a mirror is set up. */
const RELEASES = 'https://github.com/electron/electron/releases/download/';

/** @param {NodeJS.Platform} platform the executable inside a folder of Electron */
export function executableName(platform) {
  if (platform === 'darwin') return path.join('Electron.app', 'Contents', 'MacOS', 'Electron');
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The folder named by ELECTRON_OVERRIDE_DIST_PATH, if that is set. Named but unusable is an error:
 * a person who asks for one Electron must not get another.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @returns {string | undefined} path of the executable
 */
export function findNamed(env, platform) {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!folder) return undefined;
  const executable = path.resolve(root, folder, executableName(platform));
  if (isExecutable(executable)) return executable;
  throw new Problem(
    `ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron: there is no ${executable}.`,
    'set it to the folder that holds the "electron" program, or unset it.',
  );
}

/** The version of Electron that package.json names, once the packages are installed. */
export function declaredVersion() {
  return String(readJson(packageScript('electron', 'package.json'))?.version ?? 'unknown');
}

/**
 * The Electron inside its npm package, if it has been fetched there in full (the package writes
 * path.txt last).
 * @param {string} folder of the package
 * @returns {string | undefined} path of the executable
 */
export function findInstalled(folder) {
  const version = readJson(path.join(folder, 'package.json'))?.version;
  const versionFile = path.join(folder, 'dist', 'version');
  const pathFile = path.join(folder, 'path.txt');
  if (!existsSync(versionFile) || !existsSync(pathFile)) return undefined;
  if (readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') !== version) return undefined;
  const executable = path.join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return isExecutable(executable) ? executable : undefined;
}

/** @param {NodeJS.ProcessEnv} env the folder of releases that Electron's own installer will use */
export function releasesUrl(env) {
  return (
    env['npm_config_electron_mirror'] ||
    env['NPM_CONFIG_ELECTRON_MIRROR'] ||
    env['ELECTRON_MIRROR'] ||
    RELEASES
  );
}

/**
 * Why the releases can't be fetched from here, found out within seconds; undefined when they can.
 * Behind a proxy only the installer itself can tell.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>}
 */
export async function whyUnreachable(env) {
  if (env['HTTPS_PROXY'] || env['https_proxy']) return undefined;
  const url = releasesUrl(env);
  try {
    const answer = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    });
    // Any other answer comes from the host itself, which has no page for this folder.
    return [401, 403, 407, 451].includes(answer.status) || answer.status >= 500
      ? `${new URL(url).host} answered ${answer.status}`
      : undefined;
  } catch {
    return `${URL.canParse(url) ? new URL(url).host : url} could not be reached`;
  }
}

/**
 * Has Electron's own installer fetch the official release into its npm package.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{executable: string} | {reason: string}>}
 */
export async function fetchOfficial(env) {
  if (env['ELECTRON_SKIP_BINARY_DOWNLOAD']) {
    return { reason: 'ELECTRON_SKIP_BINARY_DOWNLOAD forbids its download' };
  }
  const reason = await whyUnreachable(env);
  if (reason) return { reason };
  say(`Fetching Electron ${declaredVersion()} from its makers …`);
  const result = await run(process.execPath, [packageScript('electron', 'install.js')], {
    cwd: root,
    env: { ...env, ELECTRON_GET_USE_PROXY: '1' },
  });
  const executable = findInstalled(packageScript('electron'));
  if (result.code === 0 && executable) return { executable };
  const lines = result.output.trim().split('\n');
  return { reason: lines.find((line) => /error/i.test(line)) ?? 'its installer failed' };
}
