import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { declaredVersion, fetchOfficial, findInstalled, findNamed } from './binary/official.mjs';
import { COPY, copiesFolder, findCopy, prepareCopy } from './binary/copy.mjs';
import { withLock } from './lock.mjs';
import { Problem } from './problem.mjs';
import { packageScript } from './project.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { say } from './terminal.mjs';

/**
 * Finds the Electron to run, in this order: the one that ELECTRON_OVERRIDE_DIST_PATH names; the one
 * in the npm package; the official release, fetched now; and, on 64-bit Intel Linux, a copy of an
 * older Electron out of another npm package.
 *
 * @typedef {object} Electron
 * @property {string} executable
 * @property {'named' | 'installed' | 'fetched' | 'copy'} source
 * @property {string} [reason] why a copy has to do
 *
 * @typedef {object} Sources how each place is looked at; tests put in their own
 * @property {() => string | undefined} findNamed
 * @property {() => string | undefined} findInstalled
 * @property {() => Promise<{executable: string} | {reason: string}>} fetchOfficial
 * @property {() => Promise<string | undefined>} findCopy
 * @property {() => Promise<string>} prepareCopy
 * @property {<T>(work: () => Promise<T>) => Promise<T>} exclusively
 * @property {string} platform such as "linux-x64"
 */

/** @returns {Sources} */
function realSources() {
  const { env, platform, arch } = process;
  const copies = copiesFolder(env);
  const onWait = () => say('Another run is preparing Electron; waiting for it …');
  return {
    findNamed: () => findNamed(env, platform),
    findInstalled: () => findInstalled(packageScript('electron')),
    fetchOfficial: () => fetchOfficial(env),
    findCopy: () => findCopy(copies),
    prepareCopy: async () => {
      await ensureSystemPackages(['unzip']);
      return prepareCopy(copies);
    },
    exclusively: async (work) => {
      await mkdir(copies, { recursive: true });
      return withLock(path.join(copies, 'lock'), onWait, work);
    },
    platform: `${platform}-${arch}`,
  };
}

/**
 * @param {string} reason why the official release is not to be had
 * @param {string} platform
 */
function nowhere(reason, platform) {
  return new Problem(
    `There is no Electron for this machine (${platform}): ${reason}.`,
    'connect to the network and run the same command again; or set ELECTRON_MIRROR to a mirror of ' +
      "Electron's releases; or unpack an Electron yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.",
  );
}

/**
 * @param {Sources} [sources]
 * @returns {Promise<Electron>}
 */
export async function resolveElectron(sources = realSources()) {
  const named = sources.findNamed();
  if (named) return { executable: named, source: 'named' };
  const installed = sources.findInstalled();
  if (installed) return { executable: installed, source: 'installed' };
  return sources.exclusively(async () => {
    // Another run may have fetched it while this one waited.
    const meanwhile = sources.findInstalled();
    if (meanwhile) return { executable: meanwhile, source: 'installed' };
    const official = await sources.fetchOfficial();
    if ('executable' in official) return { executable: official.executable, source: 'fetched' };
    if (sources.platform !== 'linux-x64') throw nowhere(official.reason, sources.platform);
    const found = await sources.findCopy();
    const { reason } = official;
    if (found) return { executable: found, source: 'copy', reason };
    say(`Electron ${declaredVersion()} is not to be had: ${reason}.`);
    return { executable: await sources.prepareCopy(), source: 'copy', reason };
  });
}

/**
 * Finds the Electron to run and says what a person should know about it.
 * @returns {Promise<Electron>}
 */
export async function ensureElectron() {
  const electron = await resolveElectron();
  if (electron.source === 'copy') {
    say(
      `Using Electron ${COPY.electron}, for development and tests only ` +
        `(no ${declaredVersion()} for now: ${electron.reason}).`,
    );
  }
  return electron;
}
