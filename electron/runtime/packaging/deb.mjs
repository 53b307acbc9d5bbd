import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readJson, root } from '../project.mjs';
import { copyLinked } from './builder.mjs';
import { readConfig } from './config.mjs';

/**
 * The deb of an unpacked app, where the tools with which electron-builder makes one can't be
 * fetched. Like theirs it tells the updater its type; where updates are is written in the unpacked app.
 *
 * @typedef {object} DebOrder
 * @property {string} executable of the unpacked app
 * @property {string} output folder
 * @property {'zstd' | 'none'} compression
 * @property {boolean} isCopy whether its Electron is for tests only
 *
 * @typedef {{dest: string, packagePaths?: string[]}} Made
 */

/** @returns {(options: object) => Promise<Made>} */
function installer() {
  return createRequire(import.meta.url)('electron-installer-debian');
}

/** The architecture as Debian calls it. @param {string} arch */
export function debianArch(arch) {
  return { x64: 'amd64', arm64: 'arm64', arm: 'armhf' }[arch] ?? arch;
}

/** The type under which a desktop knows who opens links. @param {string} scheme */
function handlerOf(scheme) {
  return `x-scheme-handler/${scheme}`;
}

/**
 * @param {DebOrder} order
 * @returns {Promise<string>} the deb
 */
export async function makeDeb({ executable, output, compression, isCopy }) {
  const config = await readConfig();
  const about = readJson(path.join(root, 'package.json'));
  const stage = path.join(output, '.deb');
  await copyLinked(path.dirname(executable), stage);
  await writeFile(path.join(stage, 'resources', 'package-type'), 'deb');
  await cp(path.join(root, 'LICENSE'), path.join(stage, 'LICENSE'));
  const folder = path.join(output, '.made');
  await mkdir(folder, { recursive: true });
  const note = isCopy ? ' It holds an Electron for tests and is not for people.' : '';
  await installer()({
    src: stage,
    dest: folder,
    arch: debianArch(process.arch),
    options: {
      name: 'fleetdesk',
      productName: config.productName,
      bin: 'fleetdesk',
      version: about.version,
      description: config.linux?.synopsis,
      productDescription: `${about.description}.${note}`,
      genericName: 'Fleet map',
      maintainer: config.linux?.maintainer,
      section: 'misc',
      depends: config.deb?.depends,
      icon: path.join(root, String(config.linux?.icon)),
      categories: ['Office'],
      mimeType: config.protocols
        ? [config.protocols].flat().flatMap(({ schemes }) => schemes.map(handlerOf))
        : [],
      desktopTemplate: path.join(root, 'resources', 'package', 'desktop.ejs'),
      actions: Object.entries(Object(config.linux?.desktop?.desktopActions)).map(([id, entry]) => ({
        id,
        entry,
      })),
      compression,
    },
  });
  const [name] = (await readdir(folder)).filter((each) => each.endsWith('.deb'));
  if (name === undefined) throw new Error('electron-installer-debian wrote no deb');
  const deb = path.join(output, name);
  await cp(path.join(folder, name), deb);
  for (const each of [stage, folder]) await rm(each, { recursive: true, force: true });
  return deb;
}
