import { describe, expect, it } from 'vitest';
import { find, id, local, openStore, pending, recordOf, told } from './stored';

describe('what the service told', () => {
  it('is kept as it came and counted as changed once', async () => {
    const store = await openStore();
    const first = await store.commit([told('vehicles', { v1: { plate: 'ABC-1234', year: null } })]);
    expect(first.changed).toEqual([{ collection: 'vehicles', keys: [id('v1')] }]);
    const again = await store.commit([
      told('vehicles', { v1: { plate: 'ABC-1234', year: null } }, { at: 2_000 }),
    ]);
    expect(again).toMatchObject({ changed: [], gone: [] });
    expect(await recordOf(store, id('v1'))).toEqual({
      collection: 'vehicles',
      key: id('v1'),
      fields: { plate: 'ABC-1234', year: null },
      mark: 'none',
      changed: [],
      readAt: 2_000,
      goneAt: null,
      told: { plate: 'ABC-1234', year: null },
      pending: null,
      setHere: {},
      raw: { id: id('v1'), attributes: { plate: 'ABC-1234', year: null } },
      unread: [],
      firstToldAt: first.revision,
    });
  });

  it('counts as changed when a value, its absence, or what could not be read changed', async () => {
    const store = await openStore();
    const changedBy = async (
      fields: Record<string, string | null>,
      unread: { path: string; problem: string }[] = [],
    ) => {
      const record = { id: id('v1'), fields, raw: {}, unread };
      const { changed } = await store.commit([
        { kind: 'told', collection: 'vehicles', records: [record], pass: null, at: 1 },
      ]);
      return changed.length;
    };
    expect(await changedBy({ plate: 'A', code: null })).toBe(1);
    expect(await changedBy({ code: null, plate: 'A' })).toBe(0);
    expect(await changedBy({ plate: 'A' })).toBe(1);
    expect(await changedBy({ plate: 'B' })).toBe(1);
    expect(await changedBy({ plate: 'B' }, [{ path: 'year', problem: 'not text' }])).toBe(1);
  });

  it('never touches what waits here, and no change shows where what waits lies over it', async () => {
    const store = await openStore();
    await store.commit([
      told('vehicles', { v1: { plate: 'ABC-1234', code: 'x' } }),
      pending(id('v1'), { plate: 'NEW-0001' }),
    ]);
    const { changed } = await store.commit([
      told('vehicles', { v1: { plate: 'THEIRS-1', code: 'x' } }),
    ]);
    expect(changed).toEqual([]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      fields: { plate: 'NEW-0001', code: 'x' },
      told: { plate: 'THEIRS-1' },
      pending: { plate: 'NEW-0001' },
      mark: 'waiting',
      changed: ['plate'],
    });
  });

  it('takes an older version of a record as what the service says now', async () => {
    const store = await openStore();
    await store.commit([told('vehicles', { v1: { plate: 'NEW-0001', updatedAt: 2_000 } })]);
    await store.commit([pending(id('v1'), { code: 'mine' })]);
    const { changed } = await store.commit([
      told('vehicles', { v1: { plate: 'OLD-0001', updatedAt: 1_000 } }),
    ]);
    expect(changed).toEqual([{ collection: 'vehicles', keys: [id('v1')] }]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      fields: { plate: 'OLD-0001', updatedAt: 1_000, code: 'mine' },
    });
  });

  it('keeps the revision at which a record was told first', async () => {
    const store = await openStore();
    await store.commit([pending(id('v1'), { plate: 'X' })]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      firstToldAt: null,
      told: null,
      readAt: null,
    });
    const { revision } = await store.commit([told('vehicles', { v1: { plate: 'X' } })]);
    await store.commit([told('vehicles', { v1: { plate: 'Y' } })]);
    expect(await recordOf(store, id('v1'))).toMatchObject({ firstToldAt: revision });
  });
});

describe('what waits here', () => {
  it('makes a record where there is none and is taken away without a trace', async () => {
    const store = await openStore();
    await store.commit([pending(local('new'), { plate: 'NEW-0001' })]);
    expect(await recordOf(store, local('new'))).toMatchObject({
      told: null,
      readAt: null,
      mark: 'waiting',
    });
    await store.commit([{ kind: 'drop', collection: 'vehicles', key: local('new') }]);
    expect(await recordOf(store, local('new'))).toBeNull();
    expect(await find(store, 'new')).toEqual([]);
  });

  it('hides what the service told where a person emptied it', async () => {
    const store = await openStore();
    await store.commit([
      told('vehicles', { v1: { plate: 'A', code: 'F-1' } }),
      pending(id('v1'), { code: null }),
    ]);
    expect(await recordOf(store, id('v1'))).toMatchObject({ fields: { plate: 'A', code: null } });
    expect(await store.values('vehicles', 'code')).toEqual([{ value: null, count: 1 }]);
    await store.commit([pending(id('v1'), null)]);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      fields: { code: 'F-1' },
      pending: null,
      changed: [],
      mark: 'none',
    });
    expect(await store.values('vehicles', 'code')).toEqual([{ value: 'F-1', count: 1 }]);
  });

  it('does not make a record of nothing', async () => {
    const store = await openStore();
    await store.commit([pending(id('v1'), null)]);
    expect(await store.count('vehicles')).toBe(0);
  });

  it('never drops what the service told', async () => {
    const store = await openStore();
    await store.commit([told('vehicles', { v1: { plate: 'A' } })]);
    await store.commit([{ kind: 'drop', collection: 'vehicles', key: id('v1') }]);
    expect(await recordOf(store, id('v1'))).not.toBeNull();
  });

  it('notes what the service does not tell back, the last of each field', async () => {
    const store = await openStore();
    await store.commit([told('vehicles', { v1: { plate: 'A' } })]);
    const set = (fields: Record<string, string>, at: number) =>
      store.commit([{ kind: 'setHere', collection: 'vehicles', key: id('v1'), fields, at }]);
    await set({ registrationNumber: '1', userNames: 'x' }, 10);
    await set({ registrationNumber: '2' }, 20);
    expect((await recordOf(store, id('v1')))?.setHere).toEqual({
      registrationNumber: { value: '2', at: 20 },
      userNames: { value: 'x', at: 10 },
    });
  });
});

describe('records that are gone', () => {
  it('are those that two complete passes did not bring', async () => {
    const store = await openStore();
    const pass = (number: number, names: string[]) =>
      store.commit([
        told('vehicles', Object.fromEntries(names.map((name) => [name, { plate: name }])), {
          pass: number,
        }),
        { kind: 'passEnded', collection: 'vehicles', pass: number, at: number * 100 },
      ]);
    await pass(1, ['v1', 'v2', 'v3']);
    expect((await pass(2, ['v1'])).gone).toEqual([]);
    expect((await pass(3, ['v1', 'v3'])).gone).toEqual([
      { collection: 'vehicles', keys: [id('v2')] },
    ]);
    expect((await pass(4, ['v1'])).gone).toEqual([]);
    expect(await recordOf(store, id('v2'))).toMatchObject({ goneAt: 300, fields: { plate: 'v2' } });
    expect(await store.count('vehicles')).toBe(2);
    expect((await store.rows('vehicles', null, 10)).map(({ key }) => key)).toEqual([
      id('v1'),
      id('v3'),
    ]);
    expect(await find(store, '')).toEqual([id('v1'), id('v3')]);
    expect(await find(store, '', { withGone: true })).toEqual([id('v1'), id('v2'), id('v3')]);
  });

  it('come back as soon as they are told again, and count again from there', async () => {
    const store = await openStore();
    await store.commit([told('vehicles', { v1: { plate: 'A' } }, { pass: 1 })]);
    for (const pass of [2, 3])
      await store.commit([{ kind: 'passEnded', collection: 'vehicles', pass, at: pass }]);
    expect(await recordOf(store, id('v1'))).toMatchObject({ goneAt: 3 });
    const { changed } = await store.commit([told('vehicles', { v1: { plate: 'A' } })]);
    expect(changed).toEqual([{ collection: 'vehicles', keys: [id('v1')] }]);
    expect(await recordOf(store, id('v1'))).toMatchObject({ goneAt: null });
    expect(
      (await store.commit([{ kind: 'passEnded', collection: 'vehicles', pass: 4, at: 4 }])).gone,
    ).toEqual([]);
    expect(await find(store, '')).toEqual([id('v1')]);
  });

  it('are never those that the service does not know yet', async () => {
    const store = await openStore();
    await store.commit([pending(local('new'), { plate: 'NEW' })]);
    for (const pass of [1, 2, 3]) {
      const { gone } = await store.commit([
        { kind: 'passEnded', collection: 'vehicles', pass, at: pass },
      ]);
      expect(gone).toEqual([]);
    }
    expect(await recordOf(store, local('new'))).toMatchObject({ goneAt: null });
  });

  it('keep what waits in them', async () => {
    const store = await openStore();
    await store.commit([
      told('vehicles', { v1: { plate: 'A' } }),
      pending(id('v1'), { code: 'mine' }),
    ]);
    const gone = (at: number | null) =>
      store.commit([{ kind: 'gone', collection: 'vehicles', key: id('v1'), at }]);
    await gone(50);
    await gone(70);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      goneAt: 50,
      pending: { code: 'mine' },
      mark: 'waiting',
    });
    await gone(null);
    expect(await recordOf(store, id('v1'))).toMatchObject({ goneAt: null });
  });
});

describe('reading', () => {
  it('gives rows in chunks, each once', async () => {
    const store = await openStore();
    const names = Array.from({ length: 25 }, (_, index) => `v${index}`);
    await store.commit([
      told('vehicles', Object.fromEntries(names.map((name) => [name, { plate: name }]))),
    ]);
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const rows = await store.rows('vehicles', after, 10);
      seen.push(...rows.map(({ key }) => key));
      if (rows.length < 10) break;
      after = rows.at(-1)?.key ?? null;
    }
    expect(new Set(seen)).toEqual(new Set(names.map(id)));
    expect(seen).toHaveLength(25);
  });

  it('leaves unknown keys out and keeps collections apart', async () => {
    const store = await openStore();
    await store.commit([
      told('vehicles', { x1: { plate: 'A' } }),
      told('devices', { x1: { name: 'D' } }),
    ]);
    expect(await store.records('vehicles', [id('nope')])).toEqual([]);
    expect(await recordOf(store, id('x1'), 'devices')).toMatchObject({ fields: { name: 'D' } });
    expect(await store.count('chips')).toBe(0);
  });

  it('remembers passes and notes', async () => {
    const store = await openStore();
    const sync = {
      collection: 'users',
      pass: 3,
      nextPage: 7,
      read: 600,
      completedAt: null,
      pagingRefused: true,
    } as const;
    await store.commit([
      { kind: 'sync', sync },
      { kind: 'note', name: 'a', value: 'x' },
    ]);
    await store.commit([{ kind: 'sync', sync: { ...sync, nextPage: 8 } }]);
    expect(await store.syncs()).toEqual([{ ...sync, nextPage: 8 }]);
    expect(await store.note('a')).toBe('x');
    await store.commit([{ kind: 'note', name: 'a', value: null }]);
    expect(await store.note('a')).toBeNull();
  });
});

describe('a commit', () => {
  it('holds whole or not at all, and the revision only counts what holds', async () => {
    const store = await openStore();
    const { revision } = await store.commit([told('vehicles', { v1: { plate: 'A' } })]);
    await find(store, '', { sort: [{ field: 'plate', direction: 'up' }] });
    const broken = { kind: 'note', name: null, value: 'x' } as never;
    await expect(
      store.commit([told('vehicles', { v2: { plate: 'B' } }), broken]),
    ).rejects.toMatchObject({
      error: { code: 'store-damaged' },
    });
    expect(await store.count('vehicles')).toBe(1);
    expect(await find(store, '', { sort: [{ field: 'plate', direction: 'up' }] })).toEqual([
      id('v1'),
    ]);
    const next = await store.commit([told('vehicles', { v3: { plate: 'C' } })]);
    expect(next.revision).toBe(revision + 1);
  });

  it('refuses what would end the process that binds it', async () => {
    const store = await openStore();
    const value = true as unknown as string;
    await expect(store.commit([{ kind: 'note', name: 'a', value }])).rejects.toMatchObject({
      error: { code: 'store-damaged' },
    });
    expect(await store.note('a')).toBeNull();
  });
});
