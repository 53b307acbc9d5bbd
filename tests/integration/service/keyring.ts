import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A keyring of its own for a test, so that nobody's real one is touched. */
export interface Keyring {
  stop(): Promise<void>;
}

/** What is missing for a private keyring, or null. Other systems have a keychain that is open. */
export function missingForKeyring(): string | null {
  if (process.platform !== 'linux') return null;
  const missing = ['dbus-daemon', 'gnome-keyring-daemon'].filter(
    (program) => spawnSync('which', [program]).status !== 0,
  );
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

/**
 * Starts a D-Bus session with an unlocked keyring and makes them those of this process. Call it
 * before the first use of a keychain here: libsecret looks for its bus once.
 */
export async function startKeyring(): Promise<Keyring> {
  if (process.platform !== 'linux') return { stop: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'fleetdesk-keyring-'));
  const bus = spawn('dbus-daemon', ['--session', '--print-address=1', '--nofork'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(bus.stdout, 'data')) as [Buffer];
  process.env['DBUS_SESSION_BUS_ADDRESS'] = address.toString().trim();
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder };
  // It goes to the background once it is on the bus, and ends with the bus.
  const start = spawnSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env,
    input: 'a password for a test',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  if (start.status !== 0) throw new Error(`gnome-keyring-daemon ended with ${start.status}.`);
  return {
    stop: async () => {
      await end(bus);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
