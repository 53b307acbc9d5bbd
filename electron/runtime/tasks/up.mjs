import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wantsHelp } from '../arguments.mjs';
import { buildEnv, electronVite, ensureApp, forgetApp } from '../build.mjs';
import { bundleForNode } from '../bundle.mjs';
import { run } from '../commands.mjs';
import { hasDisplay, startDesktopSession } from '../desktop-session.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { beforeExit } from '../lifetime.mjs';
import { root } from '../project.mjs';
import { sandboxSwitches } from '../sandbox.mjs';
import { startService, whenReady } from '../services.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';
import { duration, say } from '../terminal.mjs';
import { UP_USAGE, parseUpArguments } from '../up-arguments.mjs';

/**
 * The newcomer's command: from a fresh clone to the app's window, or to pictures of it.
 *
 * @typedef {import('../up-arguments.mjs').UpArguments} UpArguments
 */

const DATA_SWITCH = '--user-data-dir=';

/** So long, ms, a slow machine may take to fill a store: at the least, and for each vehicle. */
const SEEDING_MS = 60_000;
const SEEDING_A_VEHICLE_MS = 20;

/** @param {NodeJS.ProcessEnv} session what would turn Electron into plain Node is left out */
function appEnv(session) {
  const env = { ...session };
  delete env['ELECTRON_RUN_AS_NODE'];
  delete env['NODE_OPTIONS'];
  return env;
}

/** @param {readonly string[]} appArguments */
function dataFolderOf(appArguments) {
  return appArguments.find((each) => each.startsWith(DATA_SWITCH))?.slice(DATA_SWITCH.length);
}

/**
 * A display of ours ends with the command, and so do the keyring and all that was signed in to;
 * then the app's data must not outlive them either. Nor does a seeded fleet belong among a person's.
 * @param {string[]} appArguments
 */
async function passingData(appArguments) {
  if (dataFolderOf(appArguments) !== undefined) return [];
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdesk-data-'));
  beforeExit(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return [`--user-data-dir=${folder}`];
}

/**
 * Runs a demo service and fills the store of a person who is signed in to it, for the app to open.
 * @param {string} folder the app's data
 * @param {number} vehicles
 * @param {NodeJS.ProcessEnv} env
 */
async function seed(folder, vehicles, env) {
  say(`Filling a store with ${vehicles} vehicles; 50,000 take some minutes …`);
  const program = await bundleForNode(
    path.join(root, 'tests', 'seeded-store', 'main.ts'),
    path.join(root, 'out', 'seeded-store'),
  );
  const service = startService(process.execPath, [program, folder, String(vehicles)], {
    ...{ cwd: root, env },
  });
  const patience = SEEDING_MS + vehicles * SEEDING_A_VEHICLE_MS;
  const isReady = () => (service.output().includes('ready') ? true : undefined);
  await whenReady('The seeded fleet', service, isReady, patience);
}

/**
 * @param {string} folder
 * @param {number} since milliseconds since 1970
 * @returns {Promise<string[]>} the files that were written to the folder since then
 */
async function writtenSince(folder, since) {
  const names = await readdir(folder).catch(() => []);
  const written = [];
  for (const name of names.sort()) {
    const { mtimeMs } = await stat(path.join(folder, name));
    // File systems round their times.
    if (mtimeMs >= since - 1_000) written.push(path.join(folder, name));
  }
  return written;
}

/**
 * Starts the app with a development server behind it.
 * @param {string} executable
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 */
async function develop(executable, env, args) {
  await forgetApp();
  const { code } = await run(process.execPath, [electronVite, 'dev', '--watch', '--', ...args], {
    cwd: root,
    env: { ...buildEnv, ...env, ELECTRON_EXEC_PATH: executable },
    stdout: 'show',
    stderr: 'show',
    interactive: true,
  });
  return code;
}

/**
 * Starts the app for its pictures, and names them at the end.
 * @param {string} folder
 * @param {number} silenceMs
 * @param {(silenceMs: number) => Promise<import('../commands.mjs').CommandResult>} start
 */
async function takeShots(folder, silenceMs, start) {
  await mkdir(folder, { recursive: true });
  const since = Date.now();
  const { code, timedOut } = await start(silenceMs);
  const written = await writtenSince(folder, since);
  if (written.length > 0) say(`Pictures:\n${written.map((file) => `  ${file}`).join('\n')}`);
  if (timedOut) {
    say(`The app said nothing for ${duration(silenceMs)} and was ended; pictures may be missing.`);
    say('What to do: give it longer with --shots-timeout SECONDS, or read what it says above.');
    return 1;
  }
  if (code === 0 && written.length === 0) {
    say('The app ended well but wrote no pictures.');
    return 1;
  }
  return code;
}

/** @param {string} folder the folder that the person is in */
function sayHowToSee(folder) {
  say('There is no display here: the window opens on an invisible one, where nobody can see it.');
  say(`For pictures of it, written to ${path.join(folder, 'shots')} in some minutes:`);
  say('  npm run up -- --demo --shots shots');
}

/**
 * Pictures of the demo fleet show a working Tuesday, whatever the hour here, and its minutes pass in
 * 15 seconds: the service answers 50 requests in each.
 * @param {readonly string[]} given arguments for the app
 */
function clockOfPictures(given) {
  const isDemo = given.some((each) => each === '--demo' || each.startsWith('--demo='));
  if (!isDemo || given.some((each) => each.startsWith('--test-clock'))) return [];
  const pace = 4;
  const shift = Date.parse('2026-03-10T09:30:00-03:00') - Date.now() * pace;
  return [`--test-clock=${shift},${pace}`];
}

/** @param {string[]} args */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(UP_USAGE);
    return 0;
  }
  // Where the person is: npm runs its scripts in the root.
  const here = process.env['INIT_CWD'] ?? process.cwd();
  const wanted = parseUpArguments(args, here);
  const ownDesktop = !hasDisplay();
  const needs = { display: ownDesktop, keyring: ownDesktop };
  await ensurePackages();
  await ensureSystemPackages(packagesFor({ window: true, ...needs }));
  const { executable } = await ensureElectron();
  if (!wanted.dev) await ensureApp();
  const env = appEnv(await startDesktopSession(needs));
  const appArguments = [
    ...sandboxSwitches(executable),
    ...wanted.app,
    ...(ownDesktop || wanted.seeded ? await passingData(wanted.app) : []),
    ...(wanted.shots ? clockOfPictures(wanted.app) : []),
  ];
  if (ownDesktop && !wanted.shots) sayHowToSee(here);
  if (wanted.seeded !== undefined) {
    const folder = path.resolve(wanted.dev ? root : here, dataFolderOf(appArguments) ?? '');
    await seed(folder, wanted.seeded, env);
  }
  if (wanted.dev) return develop(executable, env, appArguments);
  say('Starting Fleetdesk …');
  /** @param {number} [silenceMs] */
  const start = (silenceMs) =>
    // Chromium's own chatter about buses and GPUs means nothing to a person.
    run(executable, [root, '--log-level=3', ...appArguments], {
      cwd: here,
      env,
      stdout: 'show',
      stderr: 'show',
      leaderFirst: true,
      ...(silenceMs === undefined ? {} : { silenceMs }),
    });
  if (wanted.shots) return takeShots(wanted.shots, wanted.shotsTimeoutMs, start);
  return (await start()).code;
}
