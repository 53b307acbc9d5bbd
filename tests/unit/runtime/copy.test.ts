import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  copiesFolder,
  copyName,
  findCopy,
  matchesIntegrity,
  prepareCopy,
} from '../../../electron/runtime/binary/copy.mjs';
import { writeManifest } from '../../../electron/runtime/binary/manifest.mjs';
import { freshFolder } from './folder';

/** Stands in for fetching and unpacking: a small finished folder with its manifest. */
async function make(folder: string) {
  const finished = path.join(folder, 'finished');
  mkdirSync(path.join(finished, 'resources'), { recursive: true });
  writeFileSync(path.join(finished, 'electron'), 'program');
  writeFileSync(path.join(finished, 'resources', 'app.js'), 'app');
  await writeManifest(finished, {});
  return finished;
}

/** Writes over a file of the same length and puts its date back, as some programs do. */
function overwrite(file: string, text: string): void {
  const { atime, mtime, ctimeMs, size } = statSync(file);
  do {
    writeFileSync(file, text);
    utimesSync(file, atime, mtime);
    // The system's clock for files ticks every few milliseconds only.
  } while (statSync(file).ctimeMs === ctimeMs);
  expect(statSync(file)).toMatchObject({ size, mtime });
}

/** The number of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('the prepared copy of Electron', () => {
  it('lies in the cache of the user', () => {
    const cache = freshFolder();
    expect(copiesFolder({ XDG_CACHE_HOME: cache })).toBe(path.join(cache, 'fleetdesk', 'electron'));
    expect(copiesFolder({ XDG_CACHE_HOME: 'relative' })).not.toMatch(/relative/);
    expect(copyName()).toMatch(/^33\.2\.1-\d+$/);
  });

  it('is found once it has been prepared, and nothing else is left', async () => {
    const copies = freshFolder();
    expect(await findCopy(copies)).toBeUndefined();
    const executable = await prepareCopy(copies, make);
    expect(executable).toBe(path.join(copies, copyName(), 'electron'));
    expect(await findCopy(copies)).toBe(executable);
    expect(readdirSync(copies)).toEqual([copyName()]);
  });

  it('is not used when its preparation was interrupted', async () => {
    const copies = freshFolder();
    const half = path.join(copies, `${copyName()}.preparing-${deadPid()}-abc123`);
    mkdirSync(half);
    writeFileSync(path.join(half, 'electron'), 'pro');
    expect(await findCopy(copies)).toBeUndefined();
    await prepareCopy(copies, make);
    expect(readdirSync(copies)).toEqual([copyName()]);
  });

  it('leaves the work of a living run alone', async () => {
    const copies = freshFolder();
    const other = `${copyName()}.preparing-${process.ppid}-abc123`;
    mkdirSync(path.join(copies, other));
    await prepareCopy(copies, make);
    expect(readdirSync(copies).sort()).toEqual([copyName(), other].sort());
  });

  it('leaves nothing behind when the preparation fails', async () => {
    const copies = freshFolder();
    const fail = async (folder: string) => {
      writeFileSync(path.join(folder, 'part'), 'x');
      throw new Error('no line');
    };
    await expect(prepareCopy(copies, fail)).rejects.toThrow('no line');
    expect(readdirSync(copies)).toEqual([]);
  });

  it('says so in plain words when the disk becomes full', async () => {
    const full = async () => {
      throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    };
    await expect(prepareCopy(freshFolder(), full)).rejects.toThrow(/disk became full/);
  });

  it.each([
    ['a file is missing', (copy: string) => rmSync(path.join(copy, 'resources', 'app.js'))],
    ['a file is cut short', (copy: string) => truncateSync(path.join(copy, 'electron'), 2)],
    [
      'a file was changed and kept its size and date',
      (copy: string) => overwrite(path.join(copy, 'electron'), 'PROGRAM'),
    ],
    [
      'a file was added',
      (copy: string) => {
        writeFileSync(path.join(copy, 'resources', 'more.js'), 'x');
      },
    ],
    [
      'its manifest is damaged',
      (copy: string) => truncateSync(path.join(copy, 'prepared.json'), 9),
    ],
  ])('is prepared again when %s', async (_what, damage) => {
    const copies = freshFolder();
    await prepareCopy(copies, make);
    damage(path.join(copies, copyName()));
    expect(await findCopy(copies)).toBeUndefined();
    await prepareCopy(copies, make);
    expect(await findCopy(copies)).toBeDefined();
    expect(readdirSync(copies)).toEqual([copyName()]);
  });

  it('is still whole where its files only got other dates', async () => {
    const copies = freshFolder();
    const executable = await prepareCopy(copies, make);
    utimesSync(executable, 1, 1);
    expect(await findCopy(copies)).toBe(executable);
    expect(await findCopy(copies)).toBe(executable);
  });

  it('takes only the archive that it expects', async () => {
    const file = path.join(freshFolder(), 'archive.tgz');
    writeFileSync(file, 'the archive');
    const sum = createHash('sha512').update('the archive').digest('base64');
    expect(await matchesIntegrity(file, `sha512-${sum}`)).toBe(true);
    writeFileSync(file, 'the archive, changed');
    expect(await matchesIntegrity(file, `sha512-${sum}`)).toBe(false);
  });
});
