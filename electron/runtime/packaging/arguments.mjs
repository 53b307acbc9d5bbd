import path from 'node:path';
import { Arguments } from '../arguments.mjs';

export const PACKAGE_USAGE = `Usage: npm run package [-- options]

Packs Fleetdesk for this system, into the folder "dist":
  Linux    an unpacked folder and a deb; with a network also an AppImage and an rpm
  Windows  an installer (NSIS), for one user or for all of a computer
  macOS    a dmg and a zip

  --targets A,B         other targets: dir, deb, AppImage, rpm, nsis, dmg, zip
  --electron-dist DIR   takes the Electron in this folder instead of the official release
  --help                this text

Where the official Electron can't be downloaded, a Linux package is built from the copy for
development and tests. It is for tests only.`;

/** What can be built on each system, the usual ones first. */
const TARGETS = {
  linux: ['AppImage', 'deb', 'rpm', 'dir'],
  win32: ['nsis', 'dir'],
  darwin: ['dmg', 'zip', 'dir'],
};

/**
 * @typedef {object} PackageArguments
 * @property {string[] | undefined} targets those that were named
 * @property {string | undefined} electronDist an absolute path
 */

/** @param {NodeJS.Platform} platform */
export function targetsOf(platform) {
  return platform === 'win32' || platform === 'darwin' ? TARGETS[platform] : TARGETS.linux;
}

/**
 * @param {readonly string[]} args
 * @param {string} folder where the person is
 * @param {NodeJS.Platform} platform
 * @returns {PackageArguments}
 */
export function parsePackageArguments(args, folder, platform) {
  const given = new Arguments(args, 'npm run package --');
  /** @type {PackageArguments} */
  const wanted = { targets: undefined, electronDist: undefined };
  for (let option = given.next(); option; option = given.next()) {
    if (!['--targets', '--electron-dist'].includes(option.name)) {
      throw given.unknown(option);
    }
    const value = given.valueOf(option);
    if (value === undefined) throw given.wrong(`${option.name} needs a value.`);
    if (option.name === '--electron-dist') wanted.electronDist = path.resolve(folder, value);
    else wanted.targets = readTargets(value, platform, given);
  }
  return wanted;
}

/**
 * @param {string} value
 * @param {NodeJS.Platform} platform
 * @param {Arguments} given
 */
function readTargets(value, platform, given) {
  const known = targetsOf(platform);
  return value.split(',').map((name) => {
    const target = known.find((each) => each.toLowerCase() === name.trim().toLowerCase());
    if (target !== undefined) return target;
    throw given.wrong(`"${name}" can't be built here; these can: ${known.join(', ')}.`);
  });
}
