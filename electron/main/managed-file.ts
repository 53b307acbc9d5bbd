import { stat } from 'node:fs/promises';
import path from 'node:path';
import { OwnAuthorities } from '@adapters/certificates/own-authorities';
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
    if (!(await isOpen(file))) {
      return await withCertificates(readManaged(file, await readPersonFile(file)), isOpen);
    }
    log('warning', 'managed.open-to-others');
    return { ...notManaged, file, problems: [{ path: '', what: 'open-to-others' }] };
  } catch (fault) {
    return unreadable(file, fault);
  }
}

/** Adds what is in the certificate files that the administrator named; the same has to hold for them. */
async function withCertificates(
  managed: Managed,
  isOpen: (file: string) => Promise<boolean>,
): Promise<Managed> {
  const reader = new OwnAuthorities();
  const read = async (file: string) => {
    try {
      if (!path.isAbsolute(file) || (await isOpen(file))) return null;
      const text = await readPersonFile(file);
      const isGood = reader.read(text).some((each) => each?.isAuthority === true);
      return isGood ? { name: path.basename(file), text } : null;
    } catch (fault) {
      reportFault('the certificates of the administrator could not be read', fault);
      return null;
    }
  };
  const files = await Promise.all(managed.certificateFiles.map(read));
  const problems = files.flatMap((file, index) =>
    file === null ? [{ path: `certificates[${index}]`, what: 'bad-certificate' as const }] : [],
  );
  return {
    ...managed,
    certificates: files.filter((file) => file !== null),
    problems: [...managed.problems, ...problems],
  };
}

function unreadable(file: string, fault: unknown): Managed {
  reportFault('the settings of the administrator could not be read', fault);
  return { ...notManaged, file, problems: [{ path: '', what: 'unreadable' }] };
}
