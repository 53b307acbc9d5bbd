import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { BuildKind } from './build-kind';
import { ownSwitches, testSwitches } from './switches';

/** Where the app runs, as far as the rules for switches differ. */
export interface StartPlace {
  kind: BuildKind;
  platform: NodeJS.Platform;
  isRoot: boolean;
  /** Whether the app is in the AppImage that was started. */
  isAppImage: boolean;
}

/** Whether a program is in the AppImage that its launcher has mounted and named. */
export function isInAppImage(
  variables: Readonly<Record<string, string | undefined>>,
  executable: string,
): boolean {
  const { APPIMAGE: file, APPDIR: folder } = variables;
  if (file === undefined || folder === undefined) return false;
  try {
    return realpathSync(executable).startsWith(realpathSync(folder) + path.sep);
  } catch {
    return false;
  }
}

/**
 * Switches of Chromium for screens and drawing. None of them opens the app to another program or
 * leads its traffic elsewhere.
 */
const drawingSwitches: readonly string[] = [
  'class',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-smooth-scrolling',
  'enable-wayland-ime',
  'force-color-profile',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-renderer-accessibility',
  'gtk-version',
  'log-level',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
];

/** What the system adds to a start: macOS a process number, Windows how a notification came. */
const systemSwitches: Partial<Record<NodeJS.Platform, RegExp>> = {
  darwin: /^psn_[\d_]+$/,
  win32: /^(?:embedding|toastactivated|updated)$/,
};

/** All that Chromium takes for white space; its list has one sign that JavaScript's has not. */
const whiteSpaceAround = /^[\s\u0085]+|[\s\u0085]+$/g;

/**
 * The first switch for which a package does not start; null where there is none. Chromium and Node
 * know more than a thousand switches. Some open the app to a debugger, load code into it, lead its
 * traffic elsewhere or write it down. Each version brings new ones, so a package takes only those
 * that it knows.
 */
export function findRefusedSwitch(argv: readonly string[], place: StartPlace): string | null {
  if (place.kind === 'source') return null;
  const known = new Set([
    ...ownSwitches,
    ...drawingSwitches,
    ...(place.kind === 'test' ? [...testSwitches, 'remote-debugging-port'] : []),
    // Chromium's sandbox does not run as root. The launcher of an AppImage turns it off where the
    // system closes user namespaces, as Ubuntu does: an AppImage has no other way to start there,
    // since a file in it can't be given to root. The log says so; the deb keeps its sandbox.
    ...(place.platform === 'linux' && (place.isRoot || place.isAppImage) ? ['no-sandbox'] : []),
  ]);
  for (const argument of argv) {
    const name = switchName(argument, place.platform);
    if (name === null || known.has(name)) continue;
    if (systemSwitches[place.platform]?.test(name) !== true) return shortened(argument);
  }
  return null;
}

/**
 * The name of a switch as Chromium reads it; null for any other argument. Chromium takes white space
 * off an argument before it looks for a switch.
 */
function switchName(argument: string, platform: NodeJS.Platform): string | null {
  const trimmed = argument.replace(whiteSpaceAround, '');
  if (trimmed === '--') return null;
  const isWindows = platform === 'win32';
  const found = (isWindows ? /^(?:--?|\/)([^=]+)/s : /^--?([^=]+)/s).exec(trimmed)?.[1];
  if (found === undefined) return null;
  return isWindows ? found.toLowerCase() : found;
}

/** The switch without its value, which may be a secret. */
function shortened(argument: string): string {
  return argument
    .replace(/=.*$/s, '')
    .replace(/[^\w/-]/g, '')
    .slice(0, 60);
}
