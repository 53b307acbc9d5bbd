import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '@adapters/files/fault-codes';
import { reportFault } from '@core/faults';
import { log } from '@core/log';
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

/**
 * What an administrator decided. A file that can't be read, or that others can change, says so and
 * decides nothing.
 * @param isOpen whether people who are no administrators can change a file
 */
export async function readManagedFile(
  file: string,
  isOpen: (file: string) => Promise<boolean>,
): Promise<Managed> {
  try {
    await stat(file);
  } catch (fault) {
    if (isMissing(fault)) return notManaged;
    return unreadable(file, fault);
  }
  try {
    // Before it is read: once only administrators can change it, nobody changes it in between.
    if (!(await isOpen(file))) return readManaged(file, await readPersonFile(file));
    log('warning', 'managed.open-to-others');
    return { ...notManaged, file, problems: [{ path: '', what: 'open-to-others' }] };
  } catch (fault) {
    return unreadable(file, fault);
  }
}

function unreadable(file: string, fault: unknown): Managed {
  reportFault('the settings of the administrator could not be read', fault);
  return { ...notManaged, file, problems: [{ path: '', what: 'unreadable' }] };
}
