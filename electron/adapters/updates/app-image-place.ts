import { open, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { UpdateFailure } from '@core/ports/updater';
import { hasCode } from '../files/fault-codes';

/** What is asked of the disk. */
export interface Disk {
  stat(file: string): Promise<{ dev: number; size: number }>;
  statfs(folder: string): Promise<{ bavail: number; bsize: number }>;
}

/**
 * Sees whether a newer file can take the place of an AppImage. electron-updater deletes that one
 * first: where the new one could not be moved there, no app would be left.
 * @throws UpdateFailure `app-folder` or `disk-full`
 */
export async function checkAppImagePlace(
  appImage: string,
  newer: string,
  disk: Disk = { stat, statfs },
): Promise<void> {
  const folder = path.dirname(appImage);
  const trial = path.join(folder, `.${path.basename(appImage)}.${process.pid}.trial`);
  try {
    const file = await open(trial, 'wx', 0o600);
    await file.close();
    await rm(trial, { force: true });
  } catch (fault) {
    const isFull = hasCode(fault, 'ENOSPC', 'EDQUOT');
    const words = fault instanceof Error ? fault.message : String(fault);
    throw new UpdateFailure(isFull ? 'disk-full' : 'app-folder', words);
  }
  const [there, here] = await Promise.all([disk.stat(folder), disk.stat(newer)]);
  // On the same disk it is moved, and takes no room twice.
  if (there.dev === here.dev) return;
  const { bavail, bsize } = await disk.statfs(folder);
  if (bavail * bsize < here.size) {
    throw new UpdateFailure('disk-full', 'There is no room beside the AppImage.');
  }
}
