import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { canOthersWrite } from './windows-access';

/** Who owns a file or folder on Linux and macOS, and who can write it. */
export interface PosixAccess {
  uid: number;
  mode: number;
}

/**
 * Whether somebody who is no administrator can change a file, or put another in its place.
 * @throws where the system does not say
 */
export async function canOthersChange(file: string): Promise<boolean> {
  if (process.platform !== 'win32') return canOthersChangePosix(file, stat);
  const folder = path.win32.dirname(file);
  const [ofFolder, ofFile] = await readWindowsAccess([folder, file]);
  if (ofFolder === undefined || ofFile === undefined) throw new Error('Windows names no owner.');
  return canOthersWrite(ofFolder, 'folder') || canOthersWrite(ofFile, 'file');
}

/**
 * The file, and each folder on the way to it, has to belong to root, and nobody else can be allowed
 * to write it. Access lists show in the rights of the group, so a group can't write either.
 * @param look reads the access of what a path leads to
 * @param resolve the path without symbolic links
 */
export async function canOthersChangePosix(
  file: string,
  look: (place: string) => Promise<PosixAccess>,
  resolve: (file: string) => Promise<string> = realpath,
): Promise<boolean> {
  const places = new Set([...wayTo(file), ...wayTo(await resolve(file))]);
  const othersWrite = 0o022;
  for (const place of places) {
    const { uid, mode } = await look(place);
    if (uid !== 0 || (mode & othersWrite) !== 0) return true;
  }
  return false;
}

/** A path and all folders above it. */
function wayTo(file: string): string[] {
  const above = path.posix.dirname(file);
  return above === file ? [file] : [file, ...wayTo(above)];
}

/** No native module reads this. The paths come by variables, so that none is read as a command. */
const script = `$ErrorActionPreference = 'Stop'
foreach ($place in ($env:FLEETDESK_PLACES -split '[|]')) { (Get-Acl -LiteralPath $place).Sddl }`;

/** The access of each place, as security descriptors in text form (SDDL). */
async function readWindowsAccess(places: readonly string[]): Promise<string[]> {
  const folder = process.env['SystemRoot'] ?? 'C:\\Windows';
  const { stdout } = await promisify(execFile)(
    path.win32.join(folder, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script],
    {
      env: { ...process.env, FLEETDESK_PLACES: places.join('|') },
      timeout: 20_000,
      windowsHide: true,
    },
  );
  return stdout.split(/\r?\n/).filter((line) => line !== '');
}
