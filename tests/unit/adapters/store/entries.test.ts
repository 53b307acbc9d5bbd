import { describe, expect, it, vi } from 'vitest';
import type { RecordQuery } from '@contract/records';
import { Connection } from '@adapters/store/connection';
import { openDatabase } from '@adapters/store/open-database';
import { StoreDatabase } from '@adapters/store/store-database';
import { deletion, entry, id, openStore, pending, recordOf, told } from './stored';

const put = (...entries: ReturnType<typeof entry>[]) =>
  entries.map((each) => ({ kind: 'entry', entry: each }) as const);

describe('entries', () => {
  it('get numbers in the order in which they were made, and keep them', async () => {
    const store = await openStore();
    const { seqs } = await store.commit(put(entry('a'), entry('b')));
    expect(seqs).toEqual({ a: 1, b: 2 });
    const kept = await store.entry('a');
    const again = await store.commit(put(entry('a', { seq: 1, attempts: 3 }), entry('c')));
    expect(Object.keys(again.seqs)).toEqual(['c']);
    expect(again.seqs['c']).toBeGreaterThan(2);
    expect(kept).toEqual(entry('a', { seq: 1 }));
    expect((await store.openEntries()).map(({ id: name, attempts }) => [name, attempts])).toEqual([
      ['a', 3],
      ['b', 0],
      ['c', 0],
    ]);
    expect(await store.entry('nope')).toBeNull();
  });

  it('keep their own number, whichever they are given with', async () => {
    const store = await openStore();
    await store.commit(put(entry('a'), entry('b')));
    const { seqs } = await store.commit(
      put(entry('b', { attempts: 1 }), entry('a', { seq: 2, attempts: 2 }), entry('c', { seq: 1 })),
    );
    expect(seqs['b']).toBe(2);
    expect(seqs['a']).toBe(1);
    expect(seqs['c']).toBeGreaterThan(2);
    const kept = await store.openEntries();
    expect(kept.map(({ id: name, attempts }) => [name, attempts])).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 0],
    ]);
  });

  it('never get a number again that one had which is removed', async () => {
    const store = await openStore();
    await store.commit(put(entry('a'), entry('b', { state: 'sent', changedAt: 1 })));
    await store.prune({ fixes: 0, entries: 2, deletions: 0, alerts: 0 });
    expect(await store.entry('b')).toBeNull();
    const { seqs } = await store.commit(put(entry('c')));
    expect(seqs).toEqual({ c: 3 });
  });

  it('are written with the record that they change in few statements', () => {
    const connection = openDatabase(null, '');
    const database = new StoreDatabase(connection, null);
    database.commit([told('vehicles', { v1: { plate: 'ABC-1234' } })]);
    const calls = (['run', 'all', 'first'] as const).map((name) =>
      vi.spyOn(Connection.prototype, name),
    );
    database.commit([pending(id('v1'), { plate: 'XYZ-9876' }), ...put(entry('a'))]);
    const statements = calls.flatMap(({ mock }) => mock.calls.map(([sql]) => sql.trim()));
    for (const call of calls) call.mockRestore();
    const ofRecords = statements.filter((sql) => /^(SELECT|UPDATE).* records /s.test(sql));
    const ofEntries = statements.filter((sql) => /^(INSERT|UPDATE).* entries /s.test(sql));
    expect([ofRecords.length, ofEntries.length]).toEqual([2, 1]);
    database.close();
  });

  it('come back as they were written', async () => {
    const store = await openStore();
    const whole = entry('a', {
      kind: 'associate',
      other: { collection: 'devices', key: id('d1'), label: 'D "1"' },
      side: 'devices',
      associationKey: id('a1'),
      fields: { plate: 'ç', year: null, userNames: ['a', 'b'], createdAt: 1.5 },
      base: {},
      state: 'attention',
      trouble: {
        kind: 'conflict',
        fields: [{ field: 'plate', base: null, theirs: 'x', mine: 'ç' }],
      },
      after: ['b'],
      notBefore: 9,
      sentAt: 8,
      attempts: 2,
      firstSentAt: 4,
      pack: 5,
      storedDifferently: [{ field: 'plate', sent: 'a', stored: 'A' }],
      snapshot: {
        fields: { plate: 'x' },
        raw: { deep: [1, { a: null }] },
        listed: ['users'],
        associations: [
          {
            side: 'users',
            key: id('a2'),
            vehicleKey: id('v1'),
            otherKey: id('u1'),
            label: 'U',
            isMain: false,
          },
        ],
      },
    });
    await store.commit(put(whole));
    expect(await store.entry('a')).toEqual({ ...whole, seq: 1 });
  });

  it('get the revision of the commit in which they are sent first, and keep it', async () => {
    const store = await openStore();
    const write = async (change: Partial<ReturnType<typeof entry>>) => {
      const { revision } = await store.commit(put(entry('a', change)));
      return { revision, kept: (await store.entry('a'))?.firstSentAt };
    };
    expect(await write({ state: 'waiting' })).toMatchObject({ kept: null });
    const sent = await write({ state: 'sending' });
    expect(sent.kept).toBe(sent.revision);
    const firstSentAt = sent.revision;
    expect(await write({ state: 'waiting', firstSentAt })).toMatchObject({ kept: firstSentAt });
    expect(await write({ state: 'sending', firstSentAt })).toMatchObject({ kept: firstSentAt });
  });

  it('whose commit did not hold take no revision', () => {
    const database = new StoreDatabase(openDatabase(null, ''), null);
    const first = database.commit(put(entry('a')));
    // What can't be bound ends a commit in its middle.
    const broken = { ...entry('b'), changedAt: true as unknown as number };
    expect(() => database.commit(put(entry('c'), broken))).toThrow();
    expect(database.entry('c')).toBeNull();
    expect(database.commit(put(entry('b'))).revision).toBe(first.revision + 1);
    database.close();
  });

  it('are open until they are sent or discarded', async () => {
    const store = await openStore();
    const states = [
      'held',
      'waiting',
      'sending',
      'unsure',
      'attention',
      'sent',
      'discarded',
    ] as const;
    await store.commit(put(...states.map((state) => entry(state, { state }))));
    expect((await store.openEntries()).map(({ state }) => state)).toEqual(states.slice(0, 5));
  });

  it('lose a password once they are done', async () => {
    const store = await openStore();
    await store.commit(
      put(entry('sent', { password: 'geheim-1' }), entry('gone', { password: 'geheim-2' })),
    );
    expect(await store.entry('sent')).toMatchObject({ password: 'geheim-1' });
    await store.commit(
      put(
        entry('sent', { state: 'sent', password: 'geheim-1' }),
        entry('gone', { state: 'discarded', password: 'geheim-2' }),
      ),
    );
    expect(await store.entry('sent')).toMatchObject({ password: null });
    expect(await store.entry('gone')).toMatchObject({ password: null });
  });

  it('tell what was ever done to a record or with it, the newest first', async () => {
    const store = await openStore();
    const device = { collection: 'devices', key: id('d1'), label: 'D' } as const;
    await store.commit(
      put(
        entry('first', { state: 'sent' }),
        entry('other', { subject: { collection: 'vehicles', key: id('v2'), label: 'x' } }),
        entry('pair', { kind: 'associate', other: device, side: 'devices', state: 'discarded' }),
      ),
    );
    expect((await store.history('vehicles', id('v1'))).map((each) => each.id)).toEqual([
      'pair',
      'first',
    ]);
    expect((await store.history('devices', id('d1'))).map((each) => each.id)).toEqual(['pair']);
    expect(await store.history('users', id('d1'))).toEqual([]);
  });
});

describe('deletions', () => {
  it('are kept, the newest first, and changed in place', async () => {
    const store = await openStore();
    const change = (...all: ReturnType<typeof deletion>[]) =>
      store.commit(all.map((each) => ({ kind: 'deletion', deletion: each })));
    await change(
      deletion('a'),
      deletion('b', { deletedAt: 200, unread: [{ path: 'x', problem: 'y' }] }),
    );
    await change(deletion('a', { recreatedAs: id('v9') }));
    expect(await store.deletions()).toEqual([
      deletion('b', { deletedAt: 200, unread: [{ path: 'x', problem: 'y' }] }),
      deletion('a', { recreatedAs: id('v9') }),
    ]);
  });
});

describe('rows that can not be read any more', () => {
  function damaged(...statements: string[]): StoreDatabase {
    const connection = openDatabase(null, '');
    const database = new StoreDatabase(connection, null);
    database.commit([
      told('vehicles', { v1: { plate: 'AAA-0001' }, v2: { plate: 'BBB-0002' } }),
      ...put(entry('a', { password: 'p' }), entry('b')),
      { kind: 'deletion', deletion: deletion('x') },
      { kind: 'deletion', deletion: deletion('y') },
      { kind: 'fixes', fixes: [] },
    ]);
    for (const statement of statements) connection.execute(statement);
    return database;
  }

  it.each([
    ['cut JSON', `UPDATE records SET told = substr(told, 1, 9) WHERE id = 1`],
    ['bytes that are no text', `UPDATE records SET told = CAST(x'ff00fe' AS TEXT) WHERE id = 1`],
    [
      'JSON of another kind',
      `UPDATE records SET told = '[1]', raw = '"x"', unread = '{}', set_here = '3' WHERE id = 1`,
    ],
  ])('fail no list: %s', (_, statement) => {
    const database = damaged(statement);
    const query: RecordQuery = {
      collection: 'vehicles',
      search: '',
      filters: [],
      sort: [{ field: 'plate', direction: 'up' }],
      withGone: false,
    };
    expect(database.find(query)).toEqual([id('v2'), id('v1')]);
    expect(database.rows('vehicles', null, 10)).toMatchObject([
      { fields: {} },
      { fields: { plate: 'BBB-0002' } },
    ]);
    // Not shown as if the service had told it.
    expect(database.records('vehicles', [id('v1')])).toEqual([]);
    expect(database.values('vehicles', 'plate')).toEqual(
      expect.arrayContaining([
        { value: null, count: 1 },
        { value: 'BBB-0002', count: 1 },
      ]),
    );
    database.commit([told('vehicles', { v1: { plate: 'AAA-0001' } })]);
    expect(database.find(query)).toEqual([id('v1'), id('v2')]);
  });

  it('never send what is not what a person entered', () => {
    const database = damaged(
      `UPDATE entries SET body = replace(body, 'NEW-0001', 'NEW-0007') WHERE id = 'a'`,
    );
    expect(database.openEntries()).toMatchObject([
      {
        id: 'a',
        state: 'attention',
        trouble: { kind: 'recovered' },
        fields: { plate: 'NEW-0007' },
      },
      { id: 'b', state: 'waiting', trouble: null },
    ]);
  });

  it.each([
    ['body', `body = 'x'`],
    ['body that is no text', `body = CAST(x'ff' AS TEXT)`],
    ['password', `password = 'q'`],
    ['state', `state = 'waitinh'`],
    ['kind', `kind = 'delete'`],
  ])('are shown as needing a person: %s', (_, set) => {
    const database = damaged(`UPDATE entries SET ${set} WHERE id = 'a'`);
    const [first, second] = database.openEntries();
    expect(first).toMatchObject({
      id: 'a',
      seq: 1,
      state: 'attention',
      subject: { key: id('v1'), label: 'ABC-1234' },
    });
    expect(second).toMatchObject({ state: 'waiting' });
  });

  it.each([
    ['one letter of it', id('v1').replace('v1', 'w1'), id('v1')],
    ['all of it', 'x'.repeat(15), 'x'.repeat(15)],
  ])('whose record has another name by the damage make up no vehicle: %s', (_, name, kept) => {
    const connection = openDatabase(null, '');
    const database = new StoreDatabase(connection, null);
    const fields = { plate: 'NEW-0001' };
    database.commit([
      told('vehicles', { v1: { plate: 'AAA-0001' }, v2: { plate: 'BBB-0002' } }),
      pending(id('v1'), fields),
      ...put(entry('a', { fields })),
    ]);
    connection.execute(`UPDATE entries SET key = '${name}' WHERE id = 'a'`);
    while (!database.check(1_000, 0).isOver);
    expect(database.openEntries()).toMatchObject([
      {
        id: 'a',
        subject: { key: kept, label: 'ABC-1234' },
        trouble: { kind: 'recovered' },
        fields,
      },
    ]);
    const rows = database.rows('vehicles', null, 10);
    expect(rows.map(({ key }) => key)).toEqual([id('v1'), id('v2')]);
    // What is found again waits over its record; what is not waits over none.
    const isFound = kept === id('v1');
    expect(rows[0]?.fields['plate']).toBe(isFound ? 'NEW-0001' : 'AAA-0001');
    expect(rows[0]?.mark === 'none').toBe(!isFound);
    const query = { collection: 'vehicles', filters: [], sort: [], withGone: false } as const;
    expect(database.find({ ...query, filters: [], sort: [], search: 'NEW-0001' })).toEqual(
      isFound ? [id('v1')] : [],
    );
  });

  it('leave the other deletions', () => {
    const database = damaged(`UPDATE deletions SET body = '{' WHERE id = 'x'`);
    expect(database.deletions()).toMatchObject([{ id: 'y' }]);
  });
});

it('takes the record and its entry in one commit', async () => {
  const store = await openStore();
  await store.commit([
    {
      kind: 'pending',
      collection: 'vehicles',
      key: id('v1'),
      pending: { plate: 'x' },
      mark: 'waiting',
    },
    ...put(entry('a')),
  ]);
  expect(await recordOf(store, id('v1'))).toMatchObject({ mark: 'waiting' });
});
