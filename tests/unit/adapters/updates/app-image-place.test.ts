import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkAppImagePlace, type Disk } from '@adapters/updates/app-image-place';

let folder: string;
let appImage: string;
let newer: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetdesk-appimage-'));
  appImage = join(folder, 'Fleetdesk.AppImage');
  newer = join(folder, 'newer');
  writeFileSync(appImage, 'the version in use');
  writeFileSync(newer, 'a newer version');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A newer version of 1000 bytes, on the disk of the AppImage or another one, with so much room. */
function diskOf(isSame: boolean, room: number): Disk {
  return {
    stat: (file) => Promise.resolve({ dev: isSame || file === newer ? 1 : 2, size: 1_000 }),
    statfs: () => Promise.resolve({ bavail: room / 10, bsize: 10 }),
  };
}

it('a folder that takes files takes a newer AppImage, and keeps nothing of the trial', async () => {
  await checkAppImagePlace(appImage, newer);
  expect(readdirSync(folder).sort()).toEqual(['Fleetdesk.AppImage', 'newer']);
  expect(readFileSync(appImage, 'utf8')).toBe('the version in use');
});

it('a folder that takes no files is told before anything is deleted', async () => {
  const gone = join(folder, 'gone', 'Fleetdesk.AppImage');
  await expect(checkAppImagePlace(gone, newer)).rejects.toMatchObject({ fault: 'app-folder' });
});

it('another disk needs room for it, the same one does not', async () => {
  await checkAppImagePlace(appImage, newer, diskOf(true, 0));
  await checkAppImagePlace(appImage, newer, diskOf(false, 1_000));
  await expect(checkAppImagePlace(appImage, newer, diskOf(false, 990))).rejects.toMatchObject({
    fault: 'disk-full',
  });
});
