import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inlineRegionFiles } from '@adapters/region-files/region-files';
import { errorOf } from '../../core/error-of';

const files = inlineRegionFiles();
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'region-files-'));
  file = join(folder, 'town.mbtiles');
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A file of two tiles, one of which is there. */
async function halfDone(): Promise<void> {
  const runs = [1, 2].map((first) => ({ first, count: 1, offset: first * 100, length: 40 }));
  const begun = await files.create(file, { runs, packing: 'gzip', metadata: {} });
  await begun.write([{ offset: 100, data: gzipSync('first') }]);
  await begun.close();
}

it('a file that another program holds just now is told as such, and keeps what was copied', async () => {
  await halfDone();
  const other = new Libsql(`${file}.part`);
  other.exec('BEGIN EXCLUSIVE');
  const error = await errorOf(files.open(file));
  expect(error).toMatchObject({ code: 'file-unreadable' });
  expect(error?.reason).toBeUndefined();
  other.exec('ROLLBACK');
  other.close();
  const again = await files.open(file);
  expect(await again?.missing()).toEqual([{ offset: 200, length: 40 }]);
  await again?.close();
});

it.each([
  ['is no database', Buffer.alloc(8192, 'x')],
  ['is empty', Buffer.alloc(0)],
])('a file that %s starts over', async (_name, bytes) => {
  writeFileSync(`${file}.part`, bytes);
  expect(await files.open(file)).toBeNull();
});
