import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './commands.mjs';
import { beforeExit } from './lifetime.mjs';
import { Problem } from './problem.mjs';
import { firstLine, startService, whenReady } from './services.mjs';

/**
 * What a desktop gives an app, for machines that have none: a display (Xvfb), a session bus
 * (D-Bus) and an unlocked keyring (gnome-keyring). All of it is fresh, lives in a folder of its own
 * and is thrown away at the end, so that the keyring of a person is never touched.
 */

/** Larger than any window of ours: Chromium makes one that fills the screen a pixel smaller. */
const SCREEN = '1600x1000x24';

/** The name of a keyring on its bus. */
const SECRETS = 'org.freedesktop.secrets';

/** @param {NodeJS.ProcessEnv} [env] */
export function hasDisplay(env = process.env) {
  return process.platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/**
 * @param {string} file
 * @param {string} display such as ":7"
 * @param {string} cookie
 */
async function allow(file, display, cookie) {
  const result = await run('xauth', ['-q', '-f', file, 'add', display, '.', cookie]);
  if (result.code === 0) return;
  throw new Problem(
    'The access key of the display could not be written with xauth.',
    'install the package xauth; then run the same command again.',
    result.output,
  );
}

/**
 * Starts a display that nobody sees, under a number that is free, open to holders of its key alone.
 * @param {string} folder
 * @returns {Promise<Record<string, string>>} the variables that lead to it
 */
async function startDisplay(folder) {
  const keys = path.join(folder, 'display-keys');
  const cookie = randomBytes(16).toString('hex');
  // The server takes every key in the file, whatever display it is for.
  await allow(keys, ':0', cookie);
  const service = startService(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset', '-auth', keys],
    { env: process.env, cwd: folder },
  );
  const line = firstLine(service);
  const display = `:${(await whenReady('The display server (Xvfb)', service, line)).trim()}`;
  await allow(keys, display, cookie);
  return { DISPLAY: display, XAUTHORITY: keys };
}

/**
 * The rules of our bus: everybody who runs as this user may use it, and it starts no programs by
 * itself (it would start a second keyring, on the person's own data). Node can't open the first of
 * its two sockets, which has no file.
 * @param {string} folder
 */
const busRules = (folder) => `<busconfig>
  <type>session</type>
  <listen>unix:abstract=fleetdesk-${randomBytes(12).toString('hex')}</listen>
  <listen>unix:path=${folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/**
 * Starts a session bus.
 * @param {string} folder
 * @returns {Promise<Record<string, string>>} the variables that lead to it
 */
async function startBus(folder) {
  const rules = path.join(folder, 'bus.conf');
  await writeFile(rules, busRules(folder));
  const service = startService(
    'dbus-daemon',
    [`--config-file=${rules}`, '--nofork', '--nopidfile', '--nosyslog', '--print-address=3'],
    { env: process.env, cwd: folder },
  );
  const address = await whenReady('The session bus (dbus-daemon)', service, firstLine(service));
  return { DBUS_SESSION_BUS_ADDRESS: address };
}

/**
 * Starts a keyring, unlocked with a password that nobody knows.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env with the bus
 */
async function startKeyring(folder, env) {
  const data = path.join(folder, 'data');
  const runtime = path.join(folder, 'runtime');
  await mkdir(data, { mode: 0o700 });
  await mkdir(runtime, { mode: 0o700 });
  const service = startService(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    {
      env: { ...env, XDG_DATA_HOME: data, XDG_RUNTIME_DIR: runtime },
      input: randomBytes(24).toString('base64'),
      cwd: folder,
    },
  );
  await whenReady('The keyring (gnome-keyring-daemon)', service, async () =>
    (await isUnlocked(env)) ? true : undefined,
  );
}

/**
 * Whether the keyring takes entries. Its collection has a name some time before it can be asked.
 * @param {NodeJS.ProcessEnv} env with the bus
 */
async function isUnlocked(env) {
  /** @param {string[]} question */
  const ask = (...question) =>
    run('dbus-send', ['--session', '--print-reply', `--dest=${SECRETS}`, ...question], {
      env,
      timeoutMs: 2_000,
    });
  const alias = await ask(
    ...['/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.ReadAlias', 'string:default'],
  );
  const [collection] = /\/org\/freedesktop\/secrets\/collection\/\w+/.exec(alias.stdout) ?? [];
  if (collection === undefined) return false;
  const locked = await ask(
    ...[collection, 'org.freedesktop.DBus.Properties.Get'],
    ...['string:org.freedesktop.Secret.Collection', 'string:Locked'],
  );
  return locked.stdout.includes('boolean false');
}

/**
 * Gives a task the desktop that it needs.
 * @param {{display: boolean, keyring: boolean}} needs what to start; on systems other than Linux
 *   there is always a desktop
 * @returns {Promise<NodeJS.ProcessEnv>} the environment for programs that are to run in it
 */
export async function startDesktopSession({ display, keyring }) {
  if (process.platform !== 'linux' || !(display || keyring)) return process.env;
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdesk-session-'));
  // Registered first, so done last: the services that use the folder have ended by then.
  beforeExit(() => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env };
  if (display) {
    delete env['WAYLAND_DISPLAY'];
    Object.assign(env, await startDisplay(folder));
  }
  if (keyring) {
    Object.assign(env, await startBus(folder));
    await startKeyring(folder, env);
  }
  return env;
}
