import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '@core/ports/store';
import { openInlineStore } from '@adapters/store/inline-store';
import { migrations } from '@adapters/store/migrations';
import { openDatabase } from '@adapters/store/open-database';
import { StoreDatabase } from '@adapters/store/store-database';
import { openWorkerStore } from '@adapters/store/worker-store';
import { entry, find, id, KEY, makeFolder, recordOf, told } from '../../unit/adapters/store/stored';
import { buildPrograms, type Built } from './built';

/** A small disk of its own; null where this machine lets nobody mount one. */
function mountDisk(megabytes: number): { folder: string; remount(how: 'ro' | 'rw'): void } | null {
  const folder = join(makeFolder(), 'disk');
  mkdirSync(folder);
  const mount = (...args: string[]): void => {
    execFileSync('mount', args, { stdio: 'ignore' });
  };
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'fleetdesk-test', folder);
  } catch {
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
  return {
    folder,
    remount: (how) => {
      mount('-o', `remount,${how}`, folder);
    },
  };
}

/** Whether this machine lets the tests mount a disk; else what stands for one is tested alone. */
const canMount = ((): boolean => {
  try {
    const folder = join(process.cwd(), 'node_modules', '.cache', `mount-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'fleetdesk-test', folder], {
        stdio: 'ignore',
      });
      execFileSync('umount', [folder]);
      return true;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return false;
  }
})();

const many = (from: number, count: number) =>
  told(
    'vehicles',
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [
        `v${from + n}`,
        { plate: `P${from + n}`, description: 'x'.repeat(800) },
      ]),
    ),
  );

describe('a full database', () => {
  it('takes a commit back whole, says so, and goes on once there is room', async () => {
    const file = join(makeFolder(), 'store.db');
    const connection = openDatabase(file, KEY);
    const database = new StoreDatabase(connection, file);
    database.commit([many(0, 10)]);
    connection.all(`PRAGMA max_page_count = ${connection.number('PRAGMA page_count') + 5}`);
    expect(() => database.commit([{ kind: 'entry', entry: entry('a') }, many(10, 500)])).toThrow(
      expect.objectContaining({ code: 'SQLITE_FULL' }),
    );
    expect(database.count('vehicles')).toBe(10);
    expect(database.openEntries()).toEqual([]);
    connection.all('PRAGMA max_page_count = 1000000');
    database.commit([{ kind: 'entry', entry: entry('a') }, many(10, 500)]);
    expect(database.count('vehicles')).toBe(510);
    expect(database.openEntries()).toHaveLength(1);
    database.close();
  });
});

let built: Built;
beforeAll(async () => {
  built = await buildPrograms();
});
afterAll(() => {
  built.remove();
});

if (!canMount)
  console.warn('Nobody may mount a disk here: a full and a read-only one go untested.');
const describeDisk = canMount ? describe : () => undefined;

describeDisk('a full disk', () => {
  it('takes a commit back whole, says so, and goes on once there is room', async () => {
    const disk = mountDisk(4);
    if (disk === null) throw new Error('no disk');
    const store = await openInlineStore(join(disk.folder, 'store.db'), KEY);
    await store.commit([many(0, 10), { kind: 'entry', entry: entry('first') }]);
    const ballast = join(disk.folder, 'ballast');
    const { bavail, bsize } = statfsSync(disk.folder);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 100_000)));
    const full = { code: 'store-damaged', reason: 'disk-full' };
    const change = [{ kind: 'entry', entry: entry('second') } as const, many(10, 500)];
    await expect(store.commit(change)).rejects.toMatchObject({ error: full });
    await expect(store.commit(change)).rejects.toMatchObject({ error: full });
    expect(await store.count('vehicles')).toBe(10);
    expect((await store.openEntries()).map((each) => each.id)).toEqual(['first']);
    expect(await find(store, 'p3')).toEqual([id('v3')]);
    rmSync(ballast);
    await store.commit(change);
    expect(await store.count('vehicles')).toBe(510);
    await store.close();
    const again = await openInlineStore(join(disk.folder, 'store.db'), KEY);
    expect(await again.openEntries()).toHaveLength(2);
    await again.close();
  });

  it('is told from a damaged file when a store is made, and when it is brought to a newer version', async () => {
    const disk = mountDisk(12);
    if (disk === null) throw new Error('no disk');
    const file = join(disk.folder, 'store.db');
    const old = openDatabase(file, KEY, { migrations: migrations.slice(0, 1) });
    old.transaction(() => {
      for (let number = 0; number < 400; number += 1) {
        old.run(
          `INSERT INTO records (collection, key, told) VALUES ('vehicles', ?, ?)`,
          ...[id(`v${number}`), JSON.stringify({ plate: `P${number}`, code: 'x'.repeat(1_000) })],
        );
      }
    });
    old.close();
    const ballast = join(disk.folder, 'ballast');
    const { bavail, bsize } = statfsSync(disk.folder);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 20_000));
    await expect(openInlineStore(file, KEY)).rejects.toMatchObject({ kind: 'disk-full' });
    await expect(openInlineStore(join(disk.folder, 'new.db'), KEY)).rejects.toMatchObject({
      kind: 'disk-full',
    });
    rmSync(ballast);
    const store = await openInlineStore(file, KEY);
    expect(await store.count('vehicles')).toBe(400);
    await store.close();
  });

  it('that can only be read is told from a damaged file, and nothing is lost', async () => {
    const disk = mountDisk(4);
    if (disk === null) throw new Error('no disk');
    const open = (name: string): Promise<Store> =>
      openWorkerStore(built.startStoreWorker, join(disk.folder, name), KEY);
    const store = await open('store.db');
    await store.commit([many(0, 10)]);
    await store.close();
    disk.remount('ro');
    await expect(open('store.db')).rejects.toMatchObject({ kind: 'read-only' });
    await expect(open('new.db')).rejects.toMatchObject({ kind: 'read-only' });
    disk.remount('rw');
    const again = await open('store.db');
    expect(await recordOf(again, id('v3'))).toMatchObject({ fields: { plate: 'P3' } });
    await again.close();
  });
});

it('a folder that can not be made is told from a damaged file', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'place'), 'a file lies here');
  await expect(openInlineStore(join(folder, 'place', 'store.db'), KEY)).rejects.toMatchObject({
    kind: 'read-only',
  });
});
