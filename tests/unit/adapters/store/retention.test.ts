import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { openDatabase } from '@adapters/store/open-database';
import { salvage } from '@adapters/store/salvage';
import { StoreDatabase } from '@adapters/store/store-database';
import { backupsOf } from '@adapters/store/store-files';
import {
  association,
  deletion,
  entry,
  find,
  fix,
  id,
  KEY,
  local,
  makeFolder,
  openStore,
  pending,
  recordOf,
  told,
} from './stored';

describe('retention', () => {
  it('removes what is older than its limits, and nothing that waits', async () => {
    const store = await openStore();
    await store.commit([
      { kind: 'fixes', fixes: [fix('a', 10), fix('a', 20)] },
      { kind: 'entry', entry: entry('old', { state: 'sent', changedAt: 10 }) },
      { kind: 'entry', entry: entry('new', { state: 'sent', changedAt: 20 }) },
      { kind: 'entry', entry: entry('open', { state: 'waiting', changedAt: 10 }) },
      { kind: 'deletion', deletion: deletion('old', { deletedAt: 10 }) },
      { kind: 'deletion', deletion: deletion('new', { deletedAt: 20 }) },
    ]);
    await store.prune({ fixes: 20, entries: 20, deletions: 20, alerts: 0 });
    expect(await store.trail('a', 0)).toHaveLength(1);
    expect((await store.history('vehicles', id('v1'))).map((each) => each.id)).toEqual([
      'open',
      'new',
    ]);
    expect((await store.deletions()).map((each) => each.id)).toEqual(['new']);
  });

  it('forgets what was learned of devices with the last fix of their vehicle', async () => {
    const store = await openStore();
    const devices = new Map(['a', 'b', 'c'].map((name) => [name, '{}']));
    await store.commit([
      { kind: 'fixes', fixes: [fix('a', 10), fix('a', 20), fix('b', 10)] },
      { kind: 'learned', devices },
    ]);
    await store.prune({ fixes: 20, entries: 0, deletions: 0, alerts: 0 });
    expect([...(await store.learned()).keys()]).toEqual(['a']);
    await store.eraseCached();
    expect((await store.learned()).size).toBe(0);
  });

  it('forgets what the removed mentioned, and nothing else', () => {
    const connection = openDatabase(null, '');
    const database = new StoreDatabase(connection, null);
    const fields = (name: string) => ({ fields: { vehicleId: local(name) } });
    database.commit([
      pending(id('d1'), { vehicleId: local('r') }, { collection: 'devices' }),
      { kind: 'entry', entry: entry('old', { state: 'sent', changedAt: 10, ...fields('a') }) },
      { kind: 'entry', entry: entry('new', { state: 'sent', changedAt: 20, ...fields('b') }) },
      { kind: 'deletion', deletion: deletion('old', { deletedAt: 10, recreatedAs: local('c') }) },
      { kind: 'deletion', deletion: deletion('new', { deletedAt: 20, recreatedAs: local('d') }) },
    ]);
    database.prune({ fixes: 20, entries: 20, deletions: 20, alerts: 0 });
    expect(connection.texts('SELECT CAST(name AS BLOB) FROM mentions ORDER BY name')).toEqual(
      ['b', 'd', 'r'].map(local),
    );
    database.close();
  });
});

it('removes backups that are older than all that is kept', async () => {
  const folder = makeFolder();
  const file = join(folder, 'store.db');
  const store = await openInlineStore(file, KEY);
  for (const [version, at] of [
    [1, 1_000],
    [2, 3_000],
  ] as const) {
    writeFileSync(`${file}.v${version}.backup`, 'x');
    utimesSync(`${file}.v${version}.backup`, at, at);
  }
  await store.prune({ fixes: 0, entries: 0, deletions: 2_000_000, alerts: 0 });
  expect(readdirSync(folder).filter((name) => name.endsWith('backup'))).toEqual([
    'store.db.v2.backup',
  ]);
  await store.eraseCached();
  expect(readdirSync(folder).filter((name) => name.endsWith('backup'))).toEqual([]);
  await store.close();
});

describe('deleting all trails', () => {
  /** A store with backups of earlier versions, which hold trails that go now. */
  function withBackups() {
    const file = join(makeFolder(), 'store.db');
    const connection = openDatabase(file, KEY);
    const database = new StoreDatabase(connection, file);
    database.commit([
      { kind: 'fixes', fixes: [fix(id('v1'), 1), fix(id('v1'), 2)] },
      { kind: 'entry', entry: entry('open', { password: 'p' }) },
    ]);
    for (const version of [1, 2]) writeFileSync(`${file}.v${version}.backup`, 'old');
    return { file, connection, database };
  }

  it('makes the backup anew: without them, and with what is not sent', async () => {
    const { file, database } = withBackups();
    database.eraseTracks();
    database.close();
    const [backup = '', ...others] = backupsOf(file);
    expect(others).toEqual([]);
    expect(salvage(backup, KEY).entries).toMatchObject([{ id: 'open', password: null }]);
    const kept = await openInlineStore(backup, KEY);
    expect(await kept.trail(id('v1'), 0)).toHaveLength(1);
    await kept.close();
  });

  it('leaves the old backups until there is a new one, unless the disk is full', () => {
    const { file, connection, database } = withBackups();
    const fail = (code: string) =>
      vi.spyOn(connection, 'run').mockImplementationOnce(() => {
        throw Object.assign(new Error(code), { code });
      });
    fail('SQLITE_IOERR');
    expect(() => {
      database.eraseTracks();
    }).toThrow('SQLITE_IOERR');
    expect(backupsOf(file)).toHaveLength(2);
    fail('SQLITE_FULL');
    database.eraseTracks();
    expect(backupsOf(file)).toHaveLength(1);
    database.close();
    expect(salvage(backupsOf(file)[0] ?? '', KEY).entries).toHaveLength(1);
  });

  it('makes none where there was none', () => {
    const file = join(makeFolder(), 'store.db');
    const database = new StoreDatabase(openDatabase(file, KEY), file);
    database.eraseTracks();
    expect(backupsOf(file)).toEqual([]);
    database.close();
  });
});

describe('erasing what came from the service', () => {
  it('leaves the outbox and what it needs, and no more', async () => {
    const folder = makeFolder();
    const file = join(folder, 'store.db');
    const store = await openInlineStore(file, KEY);
    await store.commit([
      told(
        'vehicles',
        { v1: { plate: 'AAA-0001', code: 'F-1', brandName: 'Fiat' }, v2: { plate: 'BBB-0002' } },
        { pass: 1 },
      ),
      told('users', { u1: { name: 'Ana' } }),
      pending(id('v1'), { code: 'mine' }),
      pending(local('n'), { plate: 'NEW-0003' }),
      { kind: 'entry', entry: entry('open', { base: { code: 'F-1' }, password: 'p' }) },
      { kind: 'entry', entry: entry('sent', { state: 'sent', base: { code: 'F-0' } }) },
      { kind: 'deletion', deletion: deletion('d') },
      {
        kind: 'sync',
        sync: {
          collection: 'vehicles',
          pass: 1,
          nextPage: 2,
          read: 2,
          completedAt: null,
          pagingRefused: false,
        },
      },
      {
        kind: 'associationsListed',
        vehicleKey: id('v1'),
        side: 'devices',
        associations: [association(id('a1')), association(id('a2'))],
        at: 1,
      },
      { kind: 'association', association: association(id('a2'), { mark: 'deleting' }) },
      { kind: 'fixes', fixes: [fix(id('v1'), 1)] },
      { kind: 'note', name: 'n', value: 'kept' },
    ]);
    await find(store, '', { sort: [{ field: 'plate', direction: 'up' }] });
    await store.eraseCached();
    expect(await find(store, '')).toEqual([id('v1'), local('n')]);
    expect(await store.count('users')).toBe(0);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      told: { code: 'F-1' },
      fields: { code: 'mine' },
      raw: null,
      mark: 'waiting',
    });
    expect(await find(store, 'aaa0001')).toEqual([]);
    expect(await find(store, 'new0003')).toEqual([local('n')]);
    expect(await store.entry('open')).toMatchObject({
      state: 'waiting',
      base: { code: 'F-1' },
      password: 'p',
    });
    expect(await store.entry('sent')).toMatchObject({
      state: 'sent',
      base: {},
      fields: { plate: 'NEW-0001' },
    });
    expect(await store.deletions()).toHaveLength(1);
    expect(await store.syncs()).toEqual([]);
    expect((await store.associationsOf(id('v1'), 'devices')).items).toMatchObject([
      { key: id('a2'), mark: 'deleting' },
    ]);
    expect(await store.listedVehicles(null, 10)).toMatchObject([
      { vehicleKey: id('v1'), listedAt: { devices: null, users: null } },
    ]);
    expect(await store.newestFixes()).toEqual([]);
    expect(await store.note('n')).toBe('kept');
    await store.commit([told('vehicles', { v1: { plate: 'AAA-0001', code: 'F-1' } })]);
    expect(await find(store, 'aaa0001')).toEqual([id('v1')]);
    await store.close();
    expect(readdirSync(folder)).toEqual(['store.db']);
  });

  it('makes the file small again', async () => {
    const file = join(makeFolder(), 'store.db');
    const store = await openInlineStore(file, KEY);
    const many = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [
        `v${n}`,
        { plate: `P${n}`, description: 'x'.repeat(500) },
      ]),
    );
    await store.commit([told('vehicles', many)]);
    const before = await store.size();
    await store.eraseCached();
    expect(await store.size()).toBeLessThan(Number(before) / 10);
    await store.close();
  });
});
