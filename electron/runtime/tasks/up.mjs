import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UP_USAGE, parseUpArguments } from '../arguments.mjs';
import { buildEnv, electronVite, ensureApp, forgetApp } from '../build.mjs';
import { run } from '../commands.mjs';
import { hasDisplay, startDesktopSession } from '../desktop-session.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { beforeExit } from '../lifetime.mjs';
import { root } from '../project.mjs';
import { sandboxSwitches } from '../sandbox.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';
import { duration, say } from '../terminal.mjs';

/**
 * The newcomer's command: from a fresh clone to the app's window, or to pictures of it.
 *
 * @typedef {import('../arguments.mjs').UpArguments} UpArguments
 */

/** @param {NodeJS.ProcessEnv} session what would turn Electron into plain Node is left out */
function appEnv(session) {
  const env = { ...session };
  delete env['ELECTRON_RUN_AS_NODE'];
  delete env['NODE_OPTIONS'];
  return env;
}

/**
 * A display of ours ends with the command, and so do the keyring and all that was signed in to;
 * then the app's data must not outlive them either.
 * @param {string[]} appArguments
 */
async function passingData(appArguments) {
  if (appArguments.some((argument) => argument.startsWith('--user-data-dir'))) return [];
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdesk-data-'));
  beforeExit(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return [`--user-data-dir=${folder}`];
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
 * Waits for the app's pictures and names them.
 * @param {string} folder
 * @param {number} timeoutMs
 * @param {(timeoutMs: number) => Promise<import('../commands.mjs').CommandResult>} start
 */
async function takeShots(folder, timeoutMs, start) {
  await mkdir(folder, { recursive: true });
  const since = Date.now();
  const { code, timedOut } = await start(timeoutMs);
  const written = await writtenSince(folder, since);
  if (timedOut) {
    say(`The app did not finish its pictures within ${duration(timeoutMs)} and was ended.`);
    say(
      'What to do: give it more time with --shots-timeout SECONDS, or look at what it says above.',
    );
  } else if (code === 0 && written.length === 0) {
    say('The app ended well but wrote no pictures.');
  }
  if (written.length > 0) say(`Pictures:\n${written.map((file) => `  ${file}`).join('\n')}`);
  return timedOut || (code === 0 && written.length === 0) ? 1 : code;
}

/** @param {string[]} args */
export async function main(args) {
  // Where the person is: npm runs its scripts in the root.
  const here = process.env['INIT_CWD'] ?? process.cwd();
  const wanted = parseUpArguments(args, here);
  if (wanted.help) {
    console.log(UP_USAGE);
    return 0;
  }
  const ownDesktop = !hasDisplay();
  const needs = { display: ownDesktop, keyring: ownDesktop };
  await ensurePackages();
  await ensureSystemPackages(packagesFor({ window: true, ...needs }));
  const electron = await ensureElectron();
  await (wanted.dev ? forgetApp() : ensureApp());
  const session = await startDesktopSession(needs);
  const switches = sandboxSwitches(electron.executable);
  const data = ownDesktop ? await passingData(wanted.app) : [];
  if (ownDesktop && !wanted.shots) {
    say('There is no display here, so nobody can see the window. To get pictures of it:');
    say('  npm run up -- --demo --shots shots');
    say(`They would go to ${path.join(here, 'shots')}. This run goes on until Ctrl+C.`);
  }
  if (wanted.dev) {
    const { code } = await run(
      process.execPath,
      [electronVite, 'dev', '--watch', '--', ...switches, ...wanted.app, ...data],
      {
        cwd: root,
        env: { ...buildEnv, ...appEnv(session), ELECTRON_EXEC_PATH: electron.executable },
        stdout: 'show',
        stderr: 'show',
        interactive: true,
      },
    );
    return code;
  }
  say('Starting Fleetdesk …');
  /** @param {number} [timeoutMs] */
  const start = (timeoutMs) =>
    run(
      electron.executable,
      // Chromium's own chatter about buses and GPUs means nothing to a person.
      [root, ...switches, '--log-level=3', ...wanted.app, ...data],
      {
        cwd: here,
        env: appEnv(session),
        stdout: 'show',
        stderr: 'show',
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
    );
  if (wanted.shots) return takeShots(wanted.shots, wanted.shotsTimeoutMs, start);
  return (await start()).code;
}
