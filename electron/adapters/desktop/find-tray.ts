import { execFile } from 'node:child_process';

/** The name on the session bus that a tray of a Linux desktop owns. */
const watcher = 'org.kde.StatusNotifierWatcher';

/** Programs that can ask the bus whether a name is owned; which of them there is differs. */
const questions: readonly (readonly [program: string, ...args: string[]])[] = [
  [
    ...(['gdbus', 'call', '--session', '--dest', 'org.freedesktop.DBus'] as const),
    ...['--object-path', '/org/freedesktop/DBus'],
    ...['--method', 'org.freedesktop.DBus.NameHasOwner', watcher],
  ],
  [
    ...(['dbus-send', '--session', '--print-reply', '--dest=org.freedesktop.DBus'] as const),
    ...['/org/freedesktop/DBus', 'org.freedesktop.DBus.NameHasOwner', `string:${watcher}`],
  ],
  [
    ...(['busctl', '--user', 'call', 'org.freedesktop.DBus', '/org/freedesktop/DBus'] as const),
    ...['org.freedesktop.DBus', 'NameHasOwner', 's', watcher],
  ],
];

/** So long, ms, a bus may take to answer. */
const patience = 3_000;

/** Runs a program; answers what it printed, null where there is none or it failed. */
export type Ask = (program: string, args: readonly string[]) => Promise<string | null>;

const askProgram: Ask = (program, args) =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: patience }, (fault, printed) => {
      resolve(fault === null ? printed : null);
    });
  });

/**
 * Whether this desktop has a tray. macOS and Windows have one; on Linux it is a part of the desktop
 * or an extension of it. Where nothing can tell there is none: a window that closes to a tray which
 * isn't there would be lost.
 */
export async function findTray(
  platform: NodeJS.Platform = process.platform,
  ask: Ask = askProgram,
): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const [program, ...args] of questions) {
    const printed = await ask(program, args);
    if (printed !== null) return /\btrue\b/.test(printed);
  }
  return false;
}
