import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { reportFault } from '@core/faults';
import { notManaged, readManaged, type Managed } from '@core/managed/managed';
import { readPersonFile } from './person-files';

/** Where an administrator puts the file, by operating system. */
export function managedFileOf(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  if (platform === 'win32') {
    const folder = variables['ProgramData'] ?? 'C:\\ProgramData';
    return path.win32.join(folder, 'Fleetdesk', 'managed.json');
  }
  if (platform === 'darwin') return '/Library/Application Support/Fleetdesk/managed.json';
  return '/etc/fleetdesk/managed.json';
}

/** What an administrator decided; a file that can't be read says so and decides nothing. */
export async function readManagedFile(file: string): Promise<Managed> {
  try {
    await stat(file);
  } catch (fault) {
    if (isMissing(fault)) return notManaged;
    return unreadable(file, fault);
  }
  try {
    const managed = readManaged(file, await readPersonFile(file));
    if (!(await isOpenToOthers(file))) return managed;
    const problems = [...managed.problems, { path: '', what: 'open-to-others' as const }];
    return { ...managed, problems };
  } catch (fault) {
    return unreadable(file, fault);
  }
}

/** Whether somebody who is no administrator can change the file. */
async function isOpenToOthers(file: string): Promise<boolean> {
  const { mode } = await stat(file);
  const othersWrite = 0o002;
  if (process.platform !== 'win32' && (mode & othersWrite) !== 0) return true;
  // An administrator can write everywhere; that says nothing about others.
  if (process.getuid?.() === 0) return false;
  try {
    await (await open(file, 'r+')).close();
    return true;
  } catch {
    return false;
  }
}

function isMissing(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? fault.code : null;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function unreadable(file: string, fault: unknown): Managed {
  reportFault('the settings of the administrator could not be read', fault);
  return { ...notManaged, file, problems: [{ path: '', what: 'unreadable' }] };
}
