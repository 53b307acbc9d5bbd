import { existsSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { npm, npmProblem } from './npm.mjs';
import { Problem } from './problem.mjs';
import { readJson, root, workFolder } from './project.mjs';
import { say } from './terminal.mjs';

/**
 * Installs the npm packages when they are not those of the lock file. npm leaves its own record of
 * what it has installed in full (`node_modules/.package-lock.json`, written last), which tells
 * better than a mark of ours: it holds also when a person ran npm by hand, or stopped it midway.
 *
 * @typedef {{packages?: Record<string, {version?: string, optional?: boolean}>}} LockFile
 */

/**
 * Whether everything that the lock file asks for is installed, and nothing else.
 * @param {LockFile | undefined} wanted package-lock.json
 * @param {LockFile | undefined} installed node_modules/.package-lock.json
 */
export function isInstalled(wanted, installed) {
  if (!wanted?.packages || !installed?.packages) return false;
  for (const [place, { version, optional }] of Object.entries(wanted.packages)) {
    if (place === '') continue;
    const found = installed.packages[place];
    // Packages for other systems are optional, and absent here.
    if (found ? found.version !== version : !optional) return false;
  }
  const { packages } = wanted;
  return Object.keys(installed.packages).every((place) => place in packages);
}

function isUpToDate() {
  /** @type {LockFile | undefined} */
  const installed = readJson(path.join(root, 'node_modules', '.package-lock.json'));
  return (
    isInstalled(readJson(path.join(root, 'package-lock.json')), installed) &&
    Object.keys(installed?.packages ?? {}).every((place) =>
      existsSync(path.join(root, place, 'package.json')),
    )
  );
}

/** Installs the packages of the lock file, if they are not there yet. */
export async function ensurePackages() {
  if (isUpToDate()) return;
  if (!existsSync(path.join(root, 'package-lock.json'))) {
    throw new Problem(
      `There is no package-lock.json in ${root}.`,
      'clone Fleetdesk again, or get the file back with "git checkout package-lock.json".',
    );
  }
  const onWait = () => say('Another run is installing the packages; waiting for it …');
  await withLock(path.join(workFolder, 'packages.lock'), onWait, async () => {
    if (isUpToDate()) return;
    say('Installing the packages (a minute or two) …');
    const result = await npm([
      'ci',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--fetch-retries=2',
      '--fetch-retry-maxtimeout=10000',
    ]);
    if (result.code !== 0) throw npmProblem('The packages were not installed', result.output);
    if (!isUpToDate()) {
      throw new Problem(
        'npm said that it installed the packages, but some are missing.',
        'delete the folder node_modules, then run the same command again.',
      );
    }
  });
}
