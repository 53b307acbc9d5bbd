import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { wantsHelp } from '../arguments.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { PACKAGE_USAGE, parsePackageArguments, targetsOf } from '../packaging/arguments.mjs';
import { pack } from '../packaging/builder.mjs';
import { makeDeb } from '../packaging/deb.mjs';
import { electronToPack } from '../packaging/electron.mjs';
import { root } from '../project.mjs';
import { ensureSystemPackages } from '../system-packages.mjs';
import { megabytes, say } from '../terminal.mjs';

/** @param {string} folder */
async function sizeOf(folder) {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

/**
 * The targets that electron-builder makes, and whether the deb is left to us.
 * @param {string[] | undefined} wanted
 * @param {boolean} hasTools whether electron-builder can fetch what it makes them with
 * @param {NodeJS.Platform} platform
 */
export function planTargets(wanted, hasTools, platform) {
  if (hasTools || platform !== 'linux') {
    const usual = targetsOf(platform).filter((target) => target !== 'dir');
    return { targets: wanted ?? usual, ownDeb: false, left: [] };
  }
  const targets = wanted ?? ['dir', 'deb'];
  return {
    targets: ['dir'],
    ownDeb: targets.includes('deb'),
    left: targets.filter((target) => !['dir', 'deb'].includes(target)),
  };
}

/**
 * The programs of the system that making these targets needs.
 * @param {readonly string[]} targets that electron-builder makes
 * @param {boolean} ownDeb whether we make a deb
 * @returns {import('../system-packages.mjs').SystemPackage[]}
 */
export function toolsFor(targets, ownDeb) {
  return [
    ...(ownDeb ? /** @type {const} */ (['fakeroot', 'dpkg']) : []),
    // Electron-builder brings all its tools but this one.
    ...(targets.includes('rpm') ? /** @type {const} */ (['rpm']) : []),
  ];
}

/** @param {string[]} args */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(PACKAGE_USAGE);
    return 0;
  }
  const here = process.env['INIT_CWD'] ?? process.cwd();
  const { platform } = process;
  const { targets: wanted, electronDist } = parsePackageArguments(args, here, platform);
  await ensurePackages();
  const electron = await electronToPack(electronDist);
  const { targets, ownDeb, left } = planTargets(wanted, electron.hasTools, platform);
  await ensureSystemPackages(toolsFor(targets, ownDeb));
  const output = path.join(root, 'dist');
  const executable = await pack({ kind: 'release', electron, targets, output });
  const { isCopy } = electron;
  if (ownDeb) await makeDeb({ executable, output, compression: 'zstd', isCopy });
  if (left.length > 0) {
    say(`Not built: ${left.join(', ')}. Their tools come from GitHub, which is out of reach.`);
  }
  say(`The app takes ${megabytes(await sizeOf(path.dirname(executable)))} once it is installed.`);
  for (const entry of await readdir(output, { withFileTypes: true })) {
    const file = path.join(output, entry.name);
    const size = entry.isFile() ? ` (${megabytes((await stat(file)).size)})` : '';
    if (!entry.name.startsWith('builder-')) say(`  ${path.relative(here, file)}${size}`);
  }
  return 0;
}
