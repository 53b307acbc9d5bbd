import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { COPY } from '../binary/copy.mjs';
import { declaredVersion, executableName } from '../binary/official.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { Problem } from '../problem.mjs';
import { say } from '../terminal.mjs';

/**
 * The Electron that goes into a package.
 *
 * @typedef {object} PackedElectron
 * @property {string} version
 * @property {string | undefined} folder unless electron-builder takes the official release
 * @property {boolean} isCopy for tests only; without a network for the official release and tools
 */

/** @param {string} folder @returns {string} */
function versionIn(folder) {
  const file = path.join(folder, 'version');
  if (existsSync(path.join(folder, executableName(process.platform))) && existsSync(file)) {
    return readFileSync(file, 'utf8').trim().replace(/^v/, '');
  }
  throw new Problem(
    `There is no Electron in ${folder}.`,
    'name the folder in which the "electron" program and its file "version" lie.',
  );
}

/**
 * @param {string | undefined} named the folder that a person named
 * @returns {Promise<PackedElectron>}
 */
export async function electronToPack(named) {
  if (named !== undefined) return { version: versionIn(named), folder: named, isCopy: false };
  const { executable, source } = await ensureElectron();
  if (source === 'copy') {
    say(`The package will hold Electron ${COPY.electron}: it is for tests, not for people.`);
    return { version: COPY.electron, folder: path.dirname(executable), isCopy: true };
  }
  if (source === 'named') {
    const folder = path.dirname(executable);
    return { version: versionIn(folder), folder, isCopy: false };
  }
  return { version: declaredVersion(), folder: undefined, isCopy: false };
}
