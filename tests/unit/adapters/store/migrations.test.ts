import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { migrations } from '@adapters/store/migrations';
import type { Migration } from '@adapters/store/migrations/migration';
import { openDatabase } from '@adapters/store/open-database';
import { StoreDatabase } from '@adapters/store/store-database';
import { deletion, entry, find, fix, id, KEY, local, makeFolder, recordOf } from './stored';

/** A file as an app of that version left it, with a record and an entry. */
function fileOfVersion(version: number): string {
  const file = join(makeFolder(), 'store.db');
  const connection = openDatabase(file, KEY, { migrations: migrations.slice(0, version) });
  expect(connection.number('PRAGMA user_version')).toBe(version);
  connection.run(
    `INSERT INTO records (collection, key, told, raw, pending, mark)
     VALUES ('vehicles', ?, '{"plate":"ABC-1D23","modelName":"Citroën"}', '{}', '{"code":"F-77"}', 'waiting')`,
    id('v1'),
  );
  connection.run(
    `INSERT INTO entries (id, state, kind, collection, key, label, changed_at, body, digest)
     VALUES ('e1', 'waiting', 'update', 'vehicles', ?, 'ABC', 1, '{"fields":{"code":"F-77"}}', '')`,
    id('v1'),
  );
  connection.close();
  return file;
}

function backupsIn(file: string): string[] {
  return readdirSync(join(file, '..')).filter((name) => name.includes('backup'));
}

describe('migrations', () => {
  it('are numbered without a hole', () => {
    expect(migrations.map(({ version }) => version)).toEqual(
      migrations.map((_, index) => index + 1),
    );
  });

  it('0001 makes a store of nothing, without a backup', async () => {
    const file = join(makeFolder(), 'store.db');
    const store = await openInlineStore(file, KEY);
    await store.commit([{ kind: 'entry', entry: entry('a') }]);
    expect(await store.openEntries()).toHaveLength(1);
    await store.close();
    expect(backupsIn(file)).toEqual([]);
  });

  it('0002 gives a store of version 1 its trails', async () => {
    const file = fileOfVersion(1);
    const connection = openDatabase(file, KEY, { migrations: migrations.slice(0, 2) });
    expect(connection.number('PRAGMA user_version')).toBe(2);
    expect(connection.number('SELECT count(*) FROM fixes')).toBe(0);
    expect(connection.number('SELECT count(*) FROM records')).toBe(1);
    connection.close();
    const store = await openInlineStore(file, KEY);
    await store.commit([{ kind: 'fixes', fixes: [fix('a', 1)] }]);
    expect(await store.newestFixes()).toHaveLength(1);
    await store.close();
  });

  it('0003 finds what a store of version 2 held before there was a search', async () => {
    const file = fileOfVersion(2);
    const store = await openInlineStore(file, KEY);
    expect(await find(store, 'c1d2')).toEqual([id('v1')]);
    expect(await find(store, 'citroen')).toEqual([id('v1')]);
    expect(await find(store, 'f77')).toEqual([id('v1')]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      fields: { code: 'F-77' },
      mark: 'waiting',
    });
    expect(await store.openEntries()).toMatchObject([{ id: 'e1' }]);
    await store.close();
  });

  it('0004 and 0005 lead from a local key to what names it in a store of version 3', async () => {
    const file = fileOfVersion(3);
    const vehicle = local('vehicle');
    const before = openDatabase(file, KEY, { migrations: migrations.slice(0, 3) });
    const set = { vehicleId: vehicle };
    before.run(
      `INSERT INTO records (collection, key, pending, set_here, mark) VALUES
         ('vehicles', ?1, '{"plate":"NEW-0001"}', NULL, 'waiting'),
         ('devices', ?2, ?3, NULL, 'waiting'),
         ('devices', ?4, NULL, ?5, 'none')`,
      ...[vehicle, id('d1'), JSON.stringify(set), id('d2')],
      JSON.stringify({ vehicleId: { value: vehicle, at: 1 } }),
    );
    const body = JSON.stringify({ fields: set });
    before.run(
      `INSERT INTO entries (id, state, kind, collection, key, label, changed_at, body, digest)
       VALUES ('set', 'sent', 'update', 'devices', ?, 'D1', 1, ?, '')`,
      ...[id('d1'), body],
    );
    const { subject, snapshot } = deletion('x');
    before.run(
      `INSERT INTO deletions (id, deleted_at, body) VALUES ('deleted', 1, ?)`,
      JSON.stringify({ subject, snapshot, unread: [], recreatedAs: vehicle }),
    );
    before.close();
    const database = new StoreDatabase(openDatabase(file, KEY), file);
    database.commit([{ kind: 'rename', collection: 'vehicles', from: vehicle, to: id('v2') }]);
    expect(database.entry('set')).toMatchObject({ fields: { vehicleId: id('v2') } });
    expect(database.records('devices', [id('d1'), id('d2')])).toMatchObject([
      { pending: { vehicleId: id('v2') } },
      { setHere: { vehicleId: { value: id('v2'), at: 1 } } },
    ]);
    expect(database.deletions()).toMatchObject([{ recreatedAs: id('v2') }]);
    database.close();
  });

  it('0008 signs what a store of version 7 holds, but no entry that was altered before', async () => {
    const file = fileOfVersion(7);
    const before = openDatabase(file, KEY, { migrations: migrations.slice(0, 7) });
    before.execute(`
      INSERT INTO notes VALUES ('a', 'b');
      INSERT INTO aliases VALUES ('local:x', 'y');
      INSERT INTO fixes (vehicle_id, at, looked_at, latitude) VALUES ('v', 1, 2, -21.123456789012345);
      INSERT INTO associations VALUES ('as', 'devices', 'v', 'd', 1, 10, 'none', NULL);
    `);
    const body = '{"fields":{"code":"F-77"}}';
    before.run(
      `INSERT INTO entries (id, state, kind, collection, key, label, changed_at, body, digest)
       VALUES ('true', 'waiting', 'update', 'vehicles', ?, 'ABC', 1, ?, ?)`,
      ...[id('v1'), body],
      createHash('sha256')
        .update(JSON.stringify(['waiting', 'update', null, body]))
        .digest('base64'),
    );
    before.close();
    const store = await openInlineStore(file, KEY);
    expect(await store.openEntries()).toMatchObject([
      { id: 'e1', state: 'attention', trouble: { kind: 'recovered' } },
      { id: 'true', state: 'waiting', fields: { code: 'F-77' } },
    ]);
    expect(await store.check(1_000, 1)).toEqual({ isOver: true, collections: [] });
    // The entry alone.
    expect(await store.damage()).toEqual({ rows: 1, entries: 1, at: 1 });
    expect(await recordOf(store, id('v1'))).toMatchObject({ fields: { code: 'F-77' } });
    expect(await store.newestFixes()).toHaveLength(1);
    const listed = await store.listedVehicles(null, 10);
    expect(listed.flatMap(({ devices }) => devices)).toHaveLength(1);
    expect(await store.note('a')).toBe('b');
    await store.close();
  });

  it('of several steps leave one backup, of what was there before the first', () => {
    const file = fileOfVersion(1);
    openDatabase(file, KEY, { migrations: migrations.slice(0, 3) }).close();
    expect(backupsIn(file)).toEqual(['store.db.v1.backup']);
    const path = `${file}.v1.backup`;
    expect(() => openDatabase(path, 'f'.repeat(64))).toThrow();
    const backup = openDatabase(path, KEY, { migrations: migrations.slice(0, 1) });
    expect(backup.number('SELECT count(*) FROM entries')).toBe(1);
    backup.close();
  });

  it('leave the password of a new user out of the backup, and in the store that has to send it', () => {
    const file = fileOfVersion(1);
    const before = new StoreDatabase(openDatabase(file, KEY), file);
    const newUser = entry('new-user', { password: 'segredo-novo' });
    before.commit([{ kind: 'entry', entry: newUser }]);
    before.close();
    const version = migrations.length + 1;
    const next: Migration = { version, name: 'next', up: () => undefined };
    const after = openDatabase(file, KEY, { migrations: [...migrations, next] });
    expect(
      after.texts('SELECT CAST(password AS BLOB) FROM entries WHERE password IS NOT NULL'),
    ).toEqual(['segredo-novo']);
    after.close();
    const path = `${file}.v${migrations.length}.backup`;
    const backup = new StoreDatabase(openDatabase(path, KEY), path);
    // Not taken for one that was altered.
    expect(backup.entry('new-user')).toEqual({
      ...newUser,
      seq: expect.any(Number) as number,
      password: null,
    });
    backup.close();
  });

  it('0006 gives a store of version 5 the devices that a vehicle had before', async () => {
    const store = await openInlineStore(fileOfVersion(5), KEY);
    expect(await store.deviceTerms(id('v1'))).toEqual([]);
    expect(await store.count('vehicles')).toBe(1);
    await store.close();
  });

  it('0007 gives a store of version 6 its kept days', async () => {
    const store = await openInlineStore(fileOfVersion(6), KEY);
    const wanted = { vehicleId: id('v1'), day: '2026-03-10', timeZone: 'UTC' };
    expect(await store.keptDay(wanted)).toBeNull();
    expect(await store.count('vehicles')).toBe(1);
    await store.close();
  });

  it('0013 gives each vehicle what one note held of all devices, and loses no other note', async () => {
    // Before rows were signed, so that the next steps sign them.
    const file = fileOfVersion(7);
    const database = new StoreDatabase(
      openDatabase(file, KEY, { migrations: migrations.slice(0, 12) }),
      file,
    );
    const learned = { v1: { deviceId: 'd1', offset: 5 }, 'v"2': { deviceId: null, offset: 0 } };
    database.commit([
      { kind: 'note', name: 'live.learned', value: JSON.stringify(learned) },
      { kind: 'note', name: 'views.vehicles', value: 'ç' },
      { kind: 'note', name: 'a', value: 'x'.repeat(100_000) },
      { kind: 'fixes', fixes: [fix('v1', 1), fix('v"2', 1)] },
      { kind: 'gone', collection: 'vehicles', key: id('v1'), at: 5 },
    ]);
    database.close();
    const store = await openInlineStore(file, KEY);
    const kept = [...(await store.learned())].map(([name, body]) => [name, JSON.parse(body)]);
    expect(Object.fromEntries(kept)).toEqual(learned);
    expect(await store.note('live.learned')).toBeNull();
    expect(await store.note('views.vehicles')).toBe('ç');
    expect(await store.note('a')).toHaveLength(100_000);
    expect(await store.count('vehicles')).toBe(0);
    expect(await store.check(1_000, 1)).toEqual({ isOver: true, collections: [] });
    // The entry alone, which nobody signed.
    expect(await store.damage()).toEqual({ rows: 1, entries: 1, at: 1 });
    await store.close();
  });

  it('0013 leaves a note that is not what was written to the check', async () => {
    const file = fileOfVersion(7);
    const before = openDatabase(file, KEY, { migrations: migrations.slice(0, 12) });
    before.run(`INSERT INTO notes VALUES ('live.learned', '{"v1":{}}', 'untrue')`);
    before.close();
    const store = await openInlineStore(file, KEY);
    expect((await store.learned()).size).toBe(0);
    await store.check(1_000, 1);
    expect(await store.damage()).toMatchObject({ rows: 2 });
    await store.close();
  });

  it('keep the two newest backups', () => {
    const file = fileOfVersion(1);
    for (const version of [2, 3, 4]) {
      openDatabase(file, KEY, { migrations: migrations.slice(0, version) }).close();
    }
    expect(backupsIn(file)).toEqual(['store.db.v2.backup', 'store.db.v3.backup']);
  });

  it('that fail leave the file as it was', async () => {
    const file = fileOfVersion(1);
    const failing: Migration = {
      version: 2,
      name: 'failing',
      up: (connection) => {
        connection.execute('CREATE TABLE half (x TEXT) STRICT; DELETE FROM records;');
        connection.execute('INSERT INTO half VALUES (NULL, NULL)');
      },
    };
    expect(() =>
      openDatabase(file, KEY, { migrations: [...migrations.slice(0, 1), failing] }),
    ).toThrow(expect.objectContaining({ kind: 'failed' }));
    const store = await openInlineStore(file, KEY);
    expect(await store.count('vehicles')).toBe(1);
    await store.close();
  });

  it('do not touch a file of a later version', async () => {
    const file = fileOfVersion(migrations.length);
    expect(() => openDatabase(file, KEY, { migrations: migrations.slice(0, 2) })).toThrow(
      expect.objectContaining({ kind: 'newer' }),
    );
    const store = await openInlineStore(file, KEY);
    expect(await store.count('vehicles')).toBe(1);
    await store.close();
  });
});
