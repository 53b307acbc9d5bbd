import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './commands.mjs';
import { Problem } from './problem.mjs';
import { say } from './terminal.mjs';

/**
 * The parts of the operating system that Electron and its tests need on Linux. On Debian and its
 * relatives the missing ones are installed where this process is root, and named otherwise.
 *
 * @typedef {'xvfb' | 'xauth' | 'libgtk-3-0' | 'libnss3' | 'libasound2' | 'libgbm1' | 'unzip'
 *   | 'dbus' | 'gnome-keyring' | 'libsecret-1-0' | 'libnotify4' | 'fakeroot' | 'dpkg' | 'rpm'
 *   | 'xdotool' | 'imagemagick' | 'xdg-utils'} SystemPackage named as Debian 12 names it
 */

/**
 * How each is recognised where there is no dpkg: by a program or by a shared library.
 * @type {Readonly<Record<SystemPackage, {program?: string, library?: string}>>}
 */
const SIGNS = {
  xvfb: { program: 'Xvfb' },
  xauth: { program: 'xauth' },
  'libgtk-3-0': { library: 'libgtk-3.so.0' },
  libnss3: { library: 'libnss3.so' },
  libasound2: { library: 'libasound.so.2' },
  libgbm1: { library: 'libgbm.so.1' },
  unzip: { program: 'unzip' },
  dbus: { program: 'dbus-daemon' },
  'gnome-keyring': { program: 'gnome-keyring-daemon' },
  'libsecret-1-0': { library: 'libsecret-1.so.0' },
  // Electron shows notifications through it, and goes without where it is missing.
  libnotify4: { library: 'libnotify.so.4' },
  // These make, install and try packages.
  fakeroot: { program: 'fakeroot' },
  dpkg: { program: 'dpkg-deb' },
  rpm: { program: 'rpmbuild' },
  xdotool: { program: 'xdotool' },
  imagemagick: { program: 'import' },
  'xdg-utils': { program: 'xdg-open' },
};

/** Names under which newer Debians and Ubuntus ship the same library (64-bit time). */
const RENAMED = new Map([
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libasound2', 'libasound2t64'],
]);

/**
 * What a task needs.
 * @param {{window?: boolean, display?: boolean, keyring?: boolean, packages?: boolean}} use a window
 *   on a screen; a display started by us; a keyring started by us; packages made and tried
 * @returns {SystemPackage[]}
 */
export function packagesFor({ window, display, keyring, packages }) {
  return [
    ...(window
      ? /** @type {const} */ ([
          'libgtk-3-0',
          'libnss3',
          'libasound2',
          'libgbm1',
          'libsecret-1-0',
          'libnotify4',
        ])
      : []),
    ...(display ? /** @type {const} */ (['xvfb', 'xauth']) : []),
    ...(keyring ? /** @type {const} */ (['dbus', 'gnome-keyring']) : []),
    ...(packages
      ? /** @type {const} */ (['dpkg', 'fakeroot', 'xdg-utils', 'xdotool', 'imagemagick'])
      : []),
  ];
}

/**
 * Whether the system is Debian or made from it (Ubuntu, Mint …).
 * @param {string} release the content of /etc/os-release
 */
export function isDebianLike(release) {
  const ids = /^(?:ID|ID_LIKE)=(.*)$/gm;
  return [...release.matchAll(ids)].some(([, value]) => /\b(debian|ubuntu)\b/.test(value ?? ''));
}

/**
 * The packages that dpkg does not know as installed, under either of their names.
 * @param {readonly SystemPackage[]} wanted
 * @param {string} listing lines of "package status", as dpkg-query prints them
 * @returns {SystemPackage[]}
 */
export function missingFrom(wanted, listing) {
  const installed = new Set(
    listing
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([, status]) => status === 'installed')
      .map(([name]) => name),
  );
  return wanted.filter((name) => !installed.has(name) && !installed.has(RENAMED.get(name)));
}

/** @param {readonly SystemPackage[]} wanted */
async function missingByDpkg(wanted) {
  const names = wanted.flatMap((name) => [name, RENAMED.get(name) ?? []].flat());
  const format = '${Package} ${db:Status-Status}\\n';
  const result = await run('dpkg-query', ['-W', '-f', format, ...names]);
  return missingFrom(wanted, result.stdout);
}

/**
 * The packages of which no sign is found.
 * @param {readonly SystemPackage[]} wanted
 */
export async function missingBySigns(wanted) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const libraries = await run('ldconfig', ['-p'], {
    env: { ...process.env, PATH: [...folders, '/sbin', '/usr/sbin'].join(path.delimiter) },
  });
  return wanted.filter((name) => {
    const { program, library } = SIGNS[name];
    if (program) return !folders.some((folder) => existsSync(path.join(folder, program)));
    // Without ldconfig nothing can be said, and the program itself will tell.
    return libraries.code === 0 && library !== undefined && !libraries.stdout.includes(library);
  });
}

/**
 * The names under which apt knows the packages here.
 * @param {readonly SystemPackage[]} packages
 */
async function aptNames(packages) {
  return Promise.all(
    packages.map(async (name) => {
      const renamed = RENAMED.get(name);
      if (renamed === undefined) return name;
      const known = await run('apt-cache', ['show', '--no-all-versions', renamed]);
      return known.code === 0 ? renamed : name;
    }),
  );
}

/** @param {readonly SystemPackage[]} packages */
async function installByApt(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2'];
  say(`Installing system packages: ${packages.join(' ')} …`);
  const update = await run('apt-get', [...patience, '-qq', 'update'], { env });
  const names = await aptNames(packages);
  const install = await run(
    'apt-get',
    [...patience, '-qq', 'install', '-y', '--no-install-recommends', ...names],
    { env },
  );
  if (install.code === 0 && (await missingByDpkg(packages)).length === 0) return;
  throw new Problem(
    `The system packages ${names.join(' ')} could not be installed.`,
    'read what apt-get says below (often: no network, or another apt is running); then try again.',
    `${update.output}${install.output}`.trim().split('\n').slice(-15).join('\n'),
  );
}

/**
 * Makes sure that the system has what a task needs, or says what is missing.
 * @param {readonly SystemPackage[]} wanted
 */
export async function ensureSystemPackages(wanted) {
  if (process.platform !== 'linux' || wanted.length === 0) return;
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const debian = isDebianLike(release);
  const missing = await (debian ? missingByDpkg(wanted) : missingBySigns(wanted));
  if (missing.length === 0) return;
  if (!debian) {
    const needs = missing.map((name) => SIGNS[name].program ?? SIGNS[name].library);
    throw new Problem(
      `This system lacks ${needs.join(', ')}.`,
      `install them with your package manager (Debian calls the packages ${missing.join(' ')}); then run the same command again.`,
    );
  }
  if (process.getuid?.() === 0) return installByApt(missing);
  const names = await aptNames(missing);
  throw new Problem(
    `These system packages are missing: ${names.join(' ')}.`,
    `run "sudo apt-get update && sudo apt-get install -y ${names.join(' ')}", then the same command again.`,
  );
}
