import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { COPY } from '../binary/copy.mjs';
import { declaredVersion, executableName, whyUnreachable } from '../binary/official.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { Problem } from '../problem.mjs';
import { say } from '../terminal.mjs';

/**
 * The Electron that goes into a package.
 *
 * @typedef {object} PackedElectron
 * @property {string} version
 * @property {string} executable
 * @property {string | undefined} folder unless electron-builder takes the official release
 * @property {boolean} isCopy for tests only
 * @property {boolean} hasTools whether electron-builder can fetch its tools, from Electron's host
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
  if (named !== undefined) return ownElectron(named);
  const { executable, source } = await ensureElectron();
  const folder = path.dirname(executable);
  if (source === 'named') return ownElectron(folder);
  if (source === 'copy') {
    say(`The package will hold Electron ${COPY.electron}: it is for tests, not for people.`);
    return { version: COPY.electron, executable, folder, isCopy: true, hasTools: false };
  }
  // It may have been fetched long ago, and nothing can be fetched now.
  const hasTools = (await whyUnreachable(process.env)) === undefined;
  return { version: declaredVersion(), executable, folder: undefined, isCopy: false, hasTools };
}

/**
 * @param {string} folder of an Electron that a person chose
 * @returns {Promise<PackedElectron>}
 */
async function ownElectron(folder) {
  const hasTools = (await whyUnreachable(process.env)) === undefined;
  const executable = path.join(folder, executableName(process.platform));
  return { version: versionIn(folder), executable, folder, isCopy: false, hasTools };
}
