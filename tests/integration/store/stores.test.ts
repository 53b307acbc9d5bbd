import { existsSync, mkdirSync, readdirSync, writeFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { idsInRows, unpackVehicles } from '@contract/packed/fleet-rows';
import type { Store } from '@core/ports/store';
import { Connection } from '@adapters/store/connection';
import { LibsqlStores } from '@adapters/store/stores';
import { openInlineStore } from '@adapters/store/inline-store';
import { migrations } from '@adapters/store/migrations';
import {
  association,
  deletion,
  entry,
  id,
  local,
  makeFolder,
  pending,
  recordOf,
  told,
} from '../../unit/adapters/store/stored';
import { buildPrograms, type Built } from './built';
import { disorderIndex } from './filled-store';

let built: Built;
beforeAll(async () => {
  built = await buildPrograms();
});
afterAll(() => {
  built.remove();
});

function makeStores(): { stores: LibsqlStores; folder: string; key: string } {
  const folder = join(makeFolder(), 'stores');
  const stores = new LibsqlStores(folder, built.startStoreWorker);
  return { stores, folder, key: stores.newKey() };
}

const note = (value: string) => ({ kind: 'note', name: 'n', value }) as const;

describe('stores in workers', () => {
  it('carry calls out in the order in which they were made', async () => {
    const { stores, key } = makeStores();
    const store = await stores.open('demo', key);
    const answers: Promise<unknown>[] = [];
    for (let count = 0; count < 50; count += 1) {
      answers.push(store.commit([note(String(count))]).then(({ revision }) => revision));
      answers.push(store.note('n'));
    }
    const closed = store.close();
    expect(await Promise.all(answers)).toEqual(
      Array.from({ length: 50 }, (_, count) => [count + 1, String(count)]).flat(),
    );
    await closed;
  });

  it('let go of the file as soon as they are closed', async () => {
    const { stores, key } = makeStores();
    for (let count = 0; count < 5; count += 1) {
      const store = await stores.open('demo', key);
      expect(await store.note('n')).toBe(count === 0 ? null : String(count - 1));
      await store.commit([note(String(count))]);
      await expect(stores.open('demo', key)).rejects.toMatchObject({
        name: 'StoreFailure',
        kind: 'in-use',
      });
      await store.close();
      await expect(store.note('n')).rejects.toMatchObject({ error: { reason: 'store-closed' } });
    }
  });

  it('answer what went wrong as an error, and go on', async () => {
    const { stores } = makeStores();
    const store = await stores.openInMemory();
    await expect(
      store.commit([{ kind: 'note', name: null as unknown as string, value: 'x' }]),
    ).rejects.toMatchObject({
      name: 'FleetdeskError',
      error: { code: 'store-damaged' },
    });
    await expect(
      store.commit([{ kind: 'note', name: 'f', value: (() => 1) as unknown as string }]),
    ).rejects.toThrow();
    await store.commit([note('on')]);
    expect(await store.note('n')).toBe('on');
    expect(await store.size()).toBeNull();
    await store.close();
  });

  it('say so when their thread ends under them', async () => {
    const { stores, key } = makeStores();
    let worker: ReturnType<Built['startStoreWorker']> | null = null;
    const watched = new LibsqlStores(
      join(makeFolder(), 's'),
      () => (worker = built.startStoreWorker()),
    );
    const store = await watched.open('demo', key);
    const last = store.note('n');
    await (worker as unknown as Worker | null)?.terminate();
    await last.catch(() => undefined);
    await expect(store.note('n')).rejects.toMatchObject({ error: { code: 'store-damaged' } });
    await expect(store.close()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
    expect(await stores.exists('demo')).toBe(false);
  });

  it('make keys of 32 bytes, each another', () => {
    const { stores } = makeStores();
    const keys = new Set(Array.from({ length: 10 }, () => stores.newKey()));
    expect(keys.size).toBe(10);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  it('take no identity and no file that leads elsewhere', async () => {
    const { stores, key } = makeStores();
    for (const name of ['../x', 'a/b', '', '.', 'a.db']) {
      await expect(stores.exists(name)).rejects.toThrow('identity');
      await expect(stores.open(name, key)).rejects.toThrow('identity');
    }
    const into = await stores.openInMemory();
    for (const name of ['../x.db.aside-1', 'demo.db', '/etc/passwd']) {
      await expect(stores.recover(name, key, into)).rejects.toThrow('set aside');
    }
    await into.close();
  });

  it('keep identities apart, and erase one for good', async () => {
    const { stores, folder, key } = makeStores();
    for (const identity of ['a', 'b']) {
      const store = await stores.open(identity, key);
      await store.commit([note(identity)]);
      await store.close();
    }
    await stores.erase('a');
    expect(await stores.exists('a')).toBe(false);
    expect(readdirSync(folder)).toEqual(['b.db']);
    const store = await stores.open('b', key);
    expect(await store.note('n')).toBe('b');
    await store.close();
  });
});

describe('a store that is opened ahead', () => {
  function watched() {
    const folder = join(makeFolder(), 'stores');
    const startWorker = vi.fn(built.startStoreWorker);
    const stores = new LibsqlStores(folder, startWorker);
    return { stores, folder, key: stores.newKey(), startWorker };
  }

  async function kept() {
    const house = watched();
    const { stores, key, startWorker } = house;
    const store = await stores.open('demo', key);
    await store.commit([note('kept')]);
    await store.close();
    startWorker.mockClear();
    return house;
  }

  it('is the one that is asked for next', async () => {
    const { stores, key, startWorker } = await kept();
    stores.openAhead('demo', () => Promise.resolve(key));
    const store = await stores.open('demo', key);
    expect(startWorker).toHaveBeenCalledOnce();
    expect(await store.note('n')).toBe('kept');
    await store.close();
    const again = await stores.open('demo', key);
    expect(await again.note('n')).toBe('kept');
    await again.close();
  });

  it('gives way to another one, to one under another key, and to being let go of', async () => {
    const { stores, key } = await kept();
    const ahead = () => {
      stores.openAhead('demo', () => Promise.resolve(key));
    };
    ahead();
    await expect(stores.open('demo', stores.newKey())).rejects.toMatchObject({ kind: 'damaged' });
    ahead();
    await (await stores.open('other', key)).close();
    const direct = await stores.open('demo', key);
    await direct.close();
    ahead();
    await stores.letGo();
    const name = await stores.setAside('demo');
    expect(await stores.setAsides('demo')).toEqual([name]);
  });

  it('is checked, and brought to this version, once it is asked for', async () => {
    const { stores, folder, key } = watched();
    const file = join(folder, 'demo.db');
    mkdirSync(folder);
    await (await openInlineStore(file, key, { migrations: migrations.slice(0, -1) })).close();
    const asked = async () => {
      const look = stores.openAhead('demo', () => Promise.resolve(key));
      // It can't be read as it is.
      await expect(look?.vehicles()).rejects.toMatchObject({ error: { reason: 'store-closed' } });
    };
    await asked();
    // Whoever lets go of it unchecked leaves it as it was, for another to open.
    await stores.letGo();
    expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toEqual([]);
    await (await openInlineStore(file, key, { migrations: migrations.slice(0, -1) })).close();
    await asked();
    const store = await stores.open('demo', key);
    expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toHaveLength(1);
    await store.close();
  });

  it('is closed before its file is set aside or erased', async () => {
    const { stores, folder, key } = await kept();
    stores.openAhead('demo', () => Promise.resolve(key));
    await stores.erase('demo');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is begun with neither where there is no file, or no key', async () => {
    const { stores, key, startWorker } = watched();
    stores.openAhead('demo', () => Promise.resolve(key));
    expect(startWorker).not.toHaveBeenCalled();
    expect(await stores.wereKept()).toBe(false);
    const filled = await kept();
    filled.stores.openAhead('demo', () => Promise.resolve(null));
    filled.stores.openAhead('demo', () => Promise.resolve(filled.key));
    const store = await filled.stores.open('demo', filled.key);
    expect(filled.startWorker).toHaveBeenCalledTimes(2);
    expect(await store.note('n')).toBe('kept');
    await store.close();
  });

  it('says what is in its way where it is asked for', async () => {
    const { stores, folder, key } = await kept();
    writeFileSync(join(folder, 'demo.db'), Buffer.alloc(8_192, 1));
    stores.openAhead('demo', () => Promise.resolve(key));
    await expect(stores.open('demo', key)).rejects.toMatchObject({ kind: 'damaged' });
  });
});

describe('what every start reads first', () => {
  it('can be looked at before the file is checked, and stays for who asks', async () => {
    const { stores, key } = makeStores();
    const first = await stores.open('demo', key);
    await first.commit([told('vehicles', { v1: { plate: 'AAA-1' } })]);
    await first.close();
    const look = stores.openAhead('demo', () => Promise.resolve(key));
    expect(look?.identity).toBe('demo');
    const packed = (await look?.vehicles()) ?? [];
    expect(packed.flatMap(unpackVehicles).map(({ plate }) => plate)).toEqual(['AAA-1']);
    expect(packed.flatMap(idsInRows)).toEqual([id('v1')]);
    expect(await look?.newestFixes()).toEqual([]);
    expect(await look?.learned()).toEqual(new Map());
    const store = await stores.open('demo', key);
    expect(await platesOf(store)).toEqual(['AAA-1']);
    await store.close();
  });

  async function platesOf(store: Pick<Store, 'vehicles'>): Promise<string[]> {
    const plates: string[] = [];
    for await (const part of store.vehicles()) plates.push(...part.map(({ plate }) => plate));
    return plates;
  }

  it('is read again where an index had to be made again to find all of it', async () => {
    const { stores, folder, key } = makeStores();
    const first = await stores.open('demo', key);
    const names = Array.from({ length: 150 }, (_, n) => `v${n}`);
    await first.commit([
      told('vehicles', Object.fromEntries(names.map((name) => [name, { plate: name }]))),
    ]);
    await first.close();
    const raw = new Connection(join(folder, 'demo.db'), key);
    disorderIndex(raw);
    raw.close();
    const store = await stores.open('demo', key);
    expect((await platesOf(store)).toSorted()).toEqual(names.toSorted());
    await store.close();
  });

  it('is as it was when the store was opened, and read again once something was written', async () => {
    const { stores, key } = makeStores();
    const first = await stores.open('demo', key);
    await first.commit([told('vehicles', { v1: { plate: 'AAA-1' } })]);
    await first.close();
    const store = await stores.open('demo', key);
    await store.check(500, 1);
    expect(await platesOf(store)).toEqual(['AAA-1']);
    await store.commit([told('vehicles', { v1: { plate: 'BBB-1' } })]);
    expect(await platesOf(store)).toEqual(['BBB-1']);
    await store.close();
    const next = await stores.open('demo', key);
    const commit = next.commit([told('vehicles', { v1: { plate: 'CCC-1' } })]);
    expect(await platesOf(next)).toEqual(['CCC-1']);
    await commit;
    await next.close();
  });
});

describe('a store that can not be read', () => {
  async function fill(stores: LibsqlStores, key: string): Promise<void> {
    const store = await stores.open('demo', key);
    const subject = { collection: 'vehicles', key: local('n'), label: 'NEW' } as const;
    await store.commit([
      told('vehicles', { v1: { plate: 'AAA-0001', code: 'x' } }),
      pending(id('v1'), { code: 'mine' }),
      pending(local('n'), { plate: 'NEW-0001' }),
      { kind: 'entry', entry: entry('done', { state: 'sent' }) },
      { kind: 'entry', entry: entry('update', { fields: { code: 'mine' } }) },
      {
        kind: 'entry',
        entry: entry('create', {
          kind: 'create',
          subject,
          fields: { plate: 'NEW-0001' },
          password: 'p',
          firstSentAt: 900,
        }),
      },
      { kind: 'association', association: association(local('a'), { mark: 'waiting' }) },
      { kind: 'deletion', deletion: deletion('d') },
    ]);
    await store.close();
  }

  it('is set aside, and its unsent changes come back as ones that need a person', async () => {
    const { stores, folder, key } = makeStores();
    await fill(stores, key);
    const name = await stores.setAside('demo');
    expect(await stores.setAsides('demo')).toEqual([name]);
    expect(await stores.exists('demo')).toBe(false);
    const store = await stores.open('demo', key);
    expect(await store.openEntries()).toEqual([]);
    const before = readFileSync(join(folder, name));
    expect(await stores.recover(name, key, store)).toBe(2);
    expect(readFileSync(join(folder, name)).equals(before)).toBe(true);
    expect(await store.openEntries()).toMatchObject([
      {
        id: 'update',
        state: 'attention',
        trouble: { kind: 'recovered' },
        fields: { code: 'mine' },
      },
      {
        id: 'create',
        state: 'attention',
        password: 'p',
        subject: { key: local('n') },
        firstSentAt: null,
      },
    ]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      told: null,
      pending: { code: 'mine' },
      mark: 'attention',
    });
    expect(await recordOf(store, local('n'))).toMatchObject({
      pending: { plate: 'NEW-0001' },
      mark: 'attention',
    });
    expect((await store.associationsOf(id('v1'), 'devices')).items).toMatchObject([
      { mark: 'attention' },
    ]);
    expect(await store.deletions()).toHaveLength(1);
    // Once more changes nothing.
    expect(await stores.recover(name, key, store)).toBe(0);
    expect(await store.openEntries()).toHaveLength(2);
    await store.close();
    expect(readdirSync(folder).sort()).toEqual(['demo.db', name]);
  });

  it('gives nothing with another key, and loses nothing by that', async () => {
    const { stores, folder, key } = makeStores();
    await fill(stores, key);
    await expect(stores.open('demo', stores.newKey())).rejects.toMatchObject({ kind: 'damaged' });
    const name = await stores.setAside('demo');
    const store = await stores.open('demo', key);
    expect(await stores.recover(name, stores.newKey(), store)).toBeNull();
    expect(await stores.recover(name, key, store)).toBe(2);
    await store.close();
    expect(existsSync(join(folder, name))).toBe(true);
  });

  it('that is gone, with a backup of it there, is never begun again as if nothing had been', async () => {
    const { stores, folder, key } = makeStores();
    await fill(stores, key);
    writeFileSync(join(folder, 'demo.db.v2.backup'), readFileSync(join(folder, 'demo.db')));
    rmSync(join(folder, 'demo.db'));
    expect(await stores.exists('demo')).toBe(true);
    await expect(stores.open('demo', key)).rejects.toMatchObject({ kind: 'damaged' });
    const name = await stores.setAside('demo');
    const store = await stores.open('demo', key);
    expect(await stores.recover(name, key, store)).toBe(2);
    await store.close();
  });

  it('is begun again without the log of a file that was set aside', async () => {
    // The run was killed before the log lost its first name.
    const { stores, folder, key } = makeStores();
    await fill(stores, key);
    for (const name of ['other.db-wal', 'other.db.aside-1', 'other.db.aside-1-wal']) {
      writeFileSync(join(folder, name), 'stale');
    }
    const store = await stores.open('other', key);
    await store.commit([note('x')]);
    await store.close();
    const again = await openInlineStore(join(folder, 'other.db'), key);
    expect(await again.note('n')).toBe('x');
    await again.close();
  });
});
