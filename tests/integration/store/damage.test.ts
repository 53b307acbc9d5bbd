import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '@adapters/store/connection';
import { openInlineStore } from '@adapters/store/inline-store';
import { storeFailure } from '@adapters/store/faults';
import { beginDatabase, openDatabase } from '@adapters/store/open-database';
import { StoreDatabase } from '@adapters/store/store-database';
import { takeIn } from '@adapters/store/recovery';
import { salvage } from '@adapters/store/salvage';
import { moveAside } from '@adapters/store/store-files';
import { seeded } from '../../bench/seeded';
import {
  find,
  id,
  KEY,
  local,
  makeFolder,
  openStore,
  pending,
} from '../../unit/adapters/store/stored';
import { countTrue, disorderIndex, ENTRIES, fill, VEHICLES } from './filled-store';

/** A file that was filled and closed, made once; each test damages a copy of its own. */
let whole: Buffer;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetdesk-store-'));
  const file = join(folder, 'store.db');
  const store = await openInlineStore(file, KEY);
  await fill(store);
  await store.close();
  whole = readFileSync(file);
  rmSync(folder, { recursive: true });
});

function filled(): string {
  const file = join(makeFolder(), 'store.db');
  writeFileSync(file, whole);
  return file;
}

/**
 * Reads what a start reads before the check. What comes of it counts for nothing; but a text that is
 * not UTF-8, say, would end the process, at each start again.
 */
function readUnchecked(file: string): void {
  const copy = `${file}.unchecked`;
  writeFileSync(copy, readFileSync(file));
  try {
    const { connection } = beginDatabase(copy, KEY);
    try {
      const database = new StoreDatabase(connection, copy);
      for (const read of ['vehicles', 'newestFixes', 'learned'] as const) {
        try {
          database[read]();
        } catch (fault) {
          expect(storeFailure(fault).kind).toBe('damaged');
        }
      }
    } finally {
      connection.close();
    }
  } catch (fault) {
    expect(storeFailure(fault).kind).toBe('damaged');
  }
  rmSync(copy, { force: true });
}

describe('a damaged file', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'with flipped bits (%i) opens with every change in it, or is set aside with nearly all',
    async (seed) => {
      const file = filled();
      const random = seeded(seed);
      const bytes = readFileSync(file);
      for (let count = 0; count < 1 + (seed % 3); count += 1) {
        const at = Math.floor(random() * bytes.length);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at);
      }
      writeFileSync(file, bytes);
      readUnchecked(file);
      const store = await openInlineStore(file, KEY).catch((fault: unknown) => {
        expect(fault).toMatchObject({ name: 'StoreFailure', kind: 'damaged' });
        return null;
      });
      if (store !== null) {
        expect(await countTrue(store)).toBe(ENTRIES);
        await find(store, 'abc', { sort: [{ field: 'plate', direction: 'up' }] });
        await store.rows('vehicles', null, 1_000);
        await store.commit([{ kind: 'note', name: 'a', value: 'b' }]);
        await store.close();
        return;
      }
      const before = readFileSync(file);
      const aside = moveAside(file);
      const into = await openStore();
      let taken = 0;
      try {
        taken = await takeIn(salvage(aside, KEY), into);
      } catch (fault) {
        // Only where the page is hit on which everything else hangs.
        expect(fault).toMatchObject({ kind: 'damaged' });
      }
      expect(await countTrue(into)).toBe(taken);
      expect(readFileSync(aside).equals(before)).toBe(true);
    },
  );

  it.each([
    ['random bytes', () => Buffer.alloc(64 * 1024, 0xa7)],
    ['zeros', () => Buffer.alloc(64 * 1024)],
    ['text', () => Buffer.from('<html>not found</html>'.repeat(500))],
    ['a database without a key', () => null],
    ['half of itself', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['a few bytes', (bytes: Buffer) => bytes.subarray(0, 100)],
  ])('of %s is called damaged and stays as it is', async (_, change) => {
    const file = filled();
    const content = change(readFileSync(file));
    if (content === null) {
      writeFileSync(file, '');
      const plain = new Connection(file, '');
      plain.execute('CREATE TABLE t (x)');
      plain.close();
    } else {
      writeFileSync(file, content);
    }
    const before = readFileSync(file);
    await expect(openInlineStore(file, KEY)).rejects.toMatchObject({
      name: 'StoreFailure',
      kind: 'damaged',
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('with nothing but its search index hit makes that again', async () => {
    const file = filled();
    const raw = new Connection(file, KEY);
    raw.execute(`UPDATE words_data SET block = zeroblob(20) WHERE id > 10`);
    raw.execute(`UPDATE parts_data SET block = zeroblob(20) WHERE id > 10`);
    raw.close();
    const store = await openInlineStore(file, KEY);
    expect(await find(store, 'bc-11')).toHaveLength(VEHICLES - 100);
    expect(await find(store, 'new')).toHaveLength(ENTRIES);
    expect((await store.openEntries()).every(({ state }) => state === 'waiting')).toBe(true);
    await store.close();
  });

  it('with nothing but an index of the outbox hit shows every change', async () => {
    const file = filled();
    const raw = new Connection(file, KEY);
    raw.execute(`
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'state NOT IN (''sent'', ''discarded'')', 'seq > 10')
        WHERE name = 'entries_open';
      PRAGMA writable_schema = RESET;
      REINDEX entries_open;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'seq > 10', 'state NOT IN (''sent'', ''discarded'')')
        WHERE name = 'entries_open';
      PRAGMA writable_schema = RESET;
    `);
    expect(
      raw.number(`SELECT count(*) FROM entries WHERE state NOT IN ('sent', 'discarded')`),
    ).toBe(ENTRIES - 10);
    raw.close();
    const store = await openInlineStore(file, KEY);
    expect(await countTrue(store)).toBe(ENTRIES);
    await store.close();
  });

  it('with nothing but an index of the records hit shows every record', async () => {
    const file = filled();
    const raw = new Connection(file, KEY);
    disorderIndex(raw);
    raw.close();
    const store = await openInlineStore(file, KEY);
    expect(await find(store, '')).toHaveLength(VEHICLES);
    expect(await store.records('vehicles', [id('v1')])).toHaveLength(1);
    await store.close();
  });

  it('with nothing but the notes of what mentions what hit makes them again', async () => {
    const file = filled();
    const raw = new Connection(file, KEY);
    const devices = Array.from({ length: 9 }, (_, n) => local(`d${n}`));
    new StoreDatabase(raw, file).commit(
      devices.map((device, n) => pending(id(`v${n}`), { description: device })),
    );
    raw.execute(`
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '(name, place, row)', '(name DESC, place, row)')
        WHERE name = 'mentions';
      PRAGMA writable_schema = RESET;
    `);
    expect(
      raw.texts('SELECT CAST(integrity_check AS BLOB) FROM pragma_integrity_check(1)'),
    ).not.toEqual(['ok']);
    raw.close();
    const store = await openInlineStore(file, KEY);
    for (const [n, from] of devices.entries()) {
      await store.commit([{ kind: 'rename', collection: 'devices', from, to: id(`d${n}`) }]);
      expect(await store.records('vehicles', [id(`v${n}`)])).toMatchObject([
        { pending: { description: id(`d${n}`) } },
      ]);
    }
    expect(await countTrue(store)).toBe(ENTRIES);
    await store.close();
  });

  it('whose entries are lost gives what they laid over the records', async () => {
    const file = filled();
    const raw = openDatabase(file, KEY);
    new StoreDatabase(raw, file).commit([
      pending(local('n'), { plate: 'LOC-0001', deactivatedAt: 5 }),
      pending(id('v149'), { deactivatedAt: 5 }),
    ]);
    raw.execute('DROP TABLE entries');
    raw.close();
    const into = await openStore();
    const salvaged = salvage(file, KEY);
    expect(await takeIn(salvaged, into)).toBe(ENTRIES + 1);
    expect(await takeIn(salvaged, into)).toBe(0);
    const entries = await into.openEntries();
    const trouble = { kind: 'recovered' };
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'update',
        subject: { collection: 'vehicles', key: id('v7'), label: 'NEW-7' },
        fields: { plate: 'NEW-7' },
        state: 'attention',
        trouble,
      }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'create',
        subject: { collection: 'vehicles', key: local('n'), label: 'LOC-0001' },
        fields: { plate: 'LOC-0001' },
        state: 'attention',
        trouble,
      }),
    );
    expect(entries.every((each) => each.id.length <= 64 && each.createdAt > 0)).toBe(true);
  });

  it('gives the saved views of its lists, but none over views that were saved since', async () => {
    const file = filled();
    const raw = openDatabase(file, KEY);
    new StoreDatabase(raw, file).commit([
      { kind: 'note', name: 'views.vehicles', value: 'old vehicles' },
      { kind: 'note', name: 'views.users', value: 'old users' },
      { kind: 'note', name: 'another', value: 'stays' },
    ]);
    raw.close();
    const into = await openStore();
    await into.commit([{ kind: 'note', name: 'views.users', value: 'new users' }]);
    await takeIn(salvage(file, KEY), into);
    expect(await into.note('views.vehicles')).toBe('old vehicles');
    expect(await into.note('views.users')).toBe('new users');
    expect(await into.note('another')).toBeNull();
  });

  it('gives its unsent changes out of a backup where nothing of itself can be read', async () => {
    const file = filled();
    writeFileSync(`${file}.v2.backup`, readFileSync(file));
    writeFileSync(file, Buffer.alloc(8_192, 1));
    await expect(openInlineStore(file, KEY)).rejects.toMatchObject({ kind: 'damaged' });
    const into = await openStore();
    expect(await takeIn(salvage(moveAside(file), KEY), into)).toBe(ENTRIES);
    expect((await into.openEntries()).every(({ state }) => state === 'attention')).toBe(true);
  });

  it('that is gone gives what stands in the log that was left of it', async () => {
    const file = join(makeFolder(), 'store.db');
    const store = await openInlineStore(file, KEY);
    await fill(store);
    const log = readFileSync(`${file}-wal`);
    await store.close();
    rmSync(file);
    writeFileSync(`${file}-wal`, log);
    const aside = moveAside(file);
    const into = await openStore();
    expect(await takeIn(salvage(aside, KEY), into)).toBe(ENTRIES);
    expect((await into.openEntries()).every(({ state }) => state === 'attention')).toBe(true);
    // Both lie there as they were.
    expect(readFileSync(aside)).toHaveLength(0);
    expect(readFileSync(`${aside}.lost-log`).equals(log)).toBe(true);
    expect(readdirSync(join(aside, '..'))).toHaveLength(2);
  });

  it.each([
    ['a log that holds nothing of it', 'nothing'],
    ['no log', null],
  ])('that is gone is not taken for one without changes: %s', async (_, log) => {
    const file = join(makeFolder(), 'store.db');
    writeFileSync(file, '');
    if (log !== null) writeFileSync(`${file}.lost-log`, log);
    expect(() => salvage(file, KEY)).toThrow(expect.objectContaining({ kind: 'damaged' }));
    // Nor is its backup, from before the log.
    const backup = await openInlineStore(`${file}.v2.backup`, KEY);
    await backup.close();
    if (log === null) expect(salvage(file, KEY).entries).toEqual([]);
    else expect(() => salvage(file, KEY)).toThrow(expect.objectContaining({ kind: 'damaged' }));
  });

  it('that was emptied beside its log is no new store', async () => {
    const file = join(makeFolder(), 'store.db');
    const store = await openInlineStore(file, KEY);
    await fill(store);
    const log = readFileSync(`${file}-wal`);
    expect(log.length).toBeGreaterThan(0);
    await store.close();
    writeFileSync(`${file}-wal`, log);
    truncateSync(file, 0);
    await expect(openInlineStore(file, KEY)).rejects.toMatchObject({ kind: 'damaged' });
    const aside = moveAside(file);
    expect(readFileSync(`${aside}.lost-log`).equals(log)).toBe(true);
    await (await openInlineStore(file, KEY)).close();
  });

  it('of a later version is neither opened nor touched', async () => {
    const file = filled();
    const raw = openDatabase(file, KEY);
    raw.execute('PRAGMA user_version = 99');
    raw.close();
    const before = readFileSync(file);
    await expect(openInlineStore(file, KEY)).rejects.toMatchObject({ kind: 'newer' });
    expect(readFileSync(file).length).toBe(before.length);
  });
});
