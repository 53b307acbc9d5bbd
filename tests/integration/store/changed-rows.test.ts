import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Store, StoreChange } from '@core/ports/store';
import { Connection } from '@adapters/store/connection';
import { openInlineStore } from '@adapters/store/inline-store';
import {
  association,
  entry,
  find,
  fix,
  id,
  KEY,
  makeFolder,
  pending,
  recordOf,
  told,
} from '../../unit/adapters/store/stored';

const VEHICLES = 200;

/** What a file of an office holds: vehicles, one of them changed here, associations, fixes. */
function everything(): StoreChange[] {
  const vehicles = Array.from({ length: VEHICLES }, (_, n) => [
    `v${n}`,
    { plate: `ABC-${1000 + n}` },
  ]);
  return [
    told('vehicles', Object.fromEntries(vehicles)),
    {
      kind: 'sync',
      sync: {
        ...{ collection: 'vehicles', pass: 3, nextPage: null, read: VEHICLES },
        ...{ completedAt: 1_000, pagingRefused: false },
      },
    },
    pending(id('v1'), { plate: 'NEW-0001' }),
    { kind: 'entry', entry: entry('e1') },
    {
      kind: 'entry',
      entry: entry('e2', {
        subject: { collection: 'vehicles', key: id('v2'), label: 'x' },
        state: 'sent',
      }),
    },
    {
      ...{ kind: 'associationsListed', vehicleKey: id('v1'), side: 'devices', at: 2_000 },
      associations: [association('a1'), association('a2', { otherKey: id('d2') })],
    },
    { kind: 'association', association: association('a3', { mark: 'waiting', pendingMain: true }) },
    {
      kind: 'entry',
      entry: entry('main', {
        kind: 'makeMain',
        ...{ side: 'devices', associationKey: 'a3', fields: {}, base: {} },
        other: { collection: 'devices', key: id('d1'), label: 'D1' },
      }),
    },
    { kind: 'fixes', fixes: [fix(id('v1'), 1), fix(id('v1'), 2), fix(id('v2'), 3)] },
    { kind: 'note', name: 'n', value: 'x' },
  ];
}

/** A file that was filled and closed, made once; each test changes a copy of its own. */
let whole: Buffer;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetdesk-store-'));
  const file = join(folder, 'store.db');
  const store = await openInlineStore(file, KEY);
  await store.commit(everything());
  await store.close();
  whole = readFileSync(file);
  rmSync(folder, { recursive: true });
});

function filled(bytes = whole): string {
  const file = join(makeFolder(), 'store.db');
  writeFileSync(file, bytes);
  return file;
}

/** A store in whose file a statement changed what no statement of the app did. */
async function changed(...statements: string[]): Promise<Store> {
  const file = filled();
  const raw = new Connection(file, KEY);
  for (const statement of statements) raw.execute(statement);
  raw.close();
  const store = await openInlineStore(file, KEY);
  onTestFinished(() => store.close());
  return store;
}

async function checkAll(store: Store): Promise<string[]> {
  const collections: string[] = [];
  for (;;) {
    const found = await store.check(100, 5_000);
    collections.push(...found.collections);
    if (found.isOver) return collections;
  }
}

const changePlate = (name: string, to: string): string =>
  `UPDATE records SET told = json_set(told, '$.plate', '${to}') WHERE key = '${id(name)}'`;

describe('the check of what is kept', () => {
  it('finds nothing in a file that nobody changed', async () => {
    const store = await changed();
    expect(await checkAll(store)).toEqual([]);
    expect(await store.damage()).toBeNull();
    expect(await store.rows('vehicles', null, 1_000)).toHaveLength(VEHICLES);
  });

  it('one flipped bit on the disk: nothing untrue is shown, and what was hit is told', async () => {
    let told = 0;
    for (let at = 5_000; at < whole.length; at += Math.floor(whole.length / 120)) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
      // What the engine itself finds is another test's.
      const store = await openInlineStore(filled(bytes), KEY).catch(() => null);
      if (store === null) continue;
      await checkAll(store);
      for (const { key, fields, mark } of await store.rows('vehicles', null, 1_000)) {
        // As with entries: what was hit waits for a person, maybe under a key that was hit.
        if (mark === 'attention') continue;
        const plate = key === id('v1') ? 'NEW-0001' : `ABC-${1000 + Number(/\d+/.exec(key)?.[0])}`;
        expect(fields['plate']).toBe(plate);
      }
      for (const { state, fields } of await store.openEntries()) {
        if (state !== 'attention') expect([{ plate: 'NEW-0001' }, {}]).toContainEqual(fields);
      }
      if ((await store.damage()) !== null) told += 1;
      await store.close();
    }
    expect(told).toBeGreaterThan(3);
  });

  it('a changed plate is not shown as true: it is told, and its list read again', async () => {
    const store = await changed(changePlate('v7', 'XYZ-9999'));
    expect(await recordOf(store, id('v7'))).toBeNull();
    expect(await checkAll(store)).toEqual(['vehicles']);
    expect(await store.damage()).toEqual({ rows: 1, entries: 0, at: 5_000 });
    expect(await store.rows('vehicles', null, 1_000)).toHaveLength(VEHICLES - 1);
    expect(await find(store, 'abc-1007')).toEqual([]);
    // Also where the app ends before the list was read.
    expect(await store.syncs()).toMatchObject([{ pass: 3, completedAt: null }]);
    await store.commit([told('vehicles', { v7: { plate: 'ABC-1007' } })]);
    expect(await recordOf(store, id('v7'))).toMatchObject({ fields: { plate: 'ABC-1007' } });
    await store.seeDamage(1);
    expect(await checkAll(store)).toEqual([]);
    expect(await store.damage()).toBeNull();
  });

  it('a row found damaged after a person looked is still told', async () => {
    const store = await changed(changePlate('v7', 'XYZ-9999'), changePlate('v9', 'XYZ-9998'));
    await checkAll(store);
    await store.seeDamage(1);
    expect(await store.damage()).toEqual({ rows: 1, entries: 0, at: 5_000 });
    await store.seeDamage(1);
    expect(await store.damage()).toBeNull();
  });

  it('rows that swapped their contents are told', async () => {
    const store = await changed(
      `UPDATE records SET key = 'other' WHERE key = '${id('v3')}'`,
      `UPDATE records SET key = '${id('v3')}' WHERE key = '${id('v4')}'`,
      `UPDATE records SET key = '${id('v4')}' WHERE key = 'other'`,
    );
    expect(await recordOf(store, id('v3'))).toBeNull();
    await checkAll(store);
    expect(await store.damage()).toMatchObject({ rows: 2 });
  });

  it('what a person changed stays laid over a record that was damaged', async () => {
    const store = await changed(
      `UPDATE records SET pending = '{"plate":"EVIL-666"}' WHERE key = '${id('v1')}'`,
    );
    await checkAll(store);
    expect(await recordOf(store, id('v1'))).toMatchObject({
      told: null,
      pending: { plate: 'NEW-0001' },
      mark: 'waiting',
    });
    expect(await store.openEntries()).toMatchObject([{ state: 'waiting' }, { id: 'main' }]);
  });

  it('a change of a damaged record does not make the damage true', async () => {
    const store = await changed(changePlate('v7', 'XYZ-9999'), changePlate('v1', 'XYZ-9999'));
    await store.commit([
      pending(id('v7'), { description: 'x' }),
      {
        kind: 'entry',
        entry: entry('e7', {
          subject: { collection: 'vehicles', key: id('v7'), label: 'x' },
          fields: { description: 'x' },
        }),
      },
      { kind: 'setHere', collection: 'vehicles', key: id('v7'), fields: { code: 'y' }, at: 1 },
      { kind: 'gone', collection: 'vehicles', key: id('v1'), at: 9 },
    ]);
    await checkAll(store);
    expect(await store.damage()).toMatchObject({ rows: 2 });
    expect(await recordOf(store, id('v7'))).toMatchObject({ fields: { description: 'x' } });
  });

  it.each([
    ['its fields', `body = replace(body, 'NEW-0001', 'NEW-0666')`],
    ['the record that it is about', `key = '${id('v9')}'`],
    ['its state, as if it had been sent', `state = 'sent'`],
    ['its number', 'seq = 99'],
  ])('an unsent change is never sent once it was changed on the disk: %s', async (_, change) => {
    const store = await changed(`UPDATE entries SET ${change} WHERE id = 'e1'`);
    await checkAll(store);
    const entries = await store.openEntries();
    expect(entries.find((each) => each.id === 'e1')).toMatchObject({
      state: 'attention',
      trouble: { kind: 'recovered' },
    });
    expect(await store.damage()).toMatchObject({ rows: 1, entries: 1 });
  });

  it('an unsent change that can not be read takes its fields from what it laid over the record', async () => {
    const store = await changed(`UPDATE entries SET body = 'x' WHERE id = 'e1'`);
    await checkAll(store);
    expect(await store.entry('e1')).toMatchObject({
      state: 'attention',
      fields: { plate: 'NEW-0001' },
    });
  });

  it('a changed device of a vehicle is listed again, and what waits of it stays', async () => {
    const store = await changed(
      `UPDATE associations SET other_key = '${id('d9')}' WHERE key IN ('a2', 'a3')`,
      'REINDEX',
    );
    await checkAll(store);
    const { items, readAt } = await store.associationsOf(id('v1'), 'devices');
    expect(readAt).toBeNull();
    expect(items.map(({ key, otherKey }) => [key, otherKey])).toEqual([
      ['a1', id('d1')],
      ['a3', id('d1')],
    ]);
    expect(items[1]).toMatchObject({ mark: 'waiting', pendingMain: true });
  });

  it('a changed fix is left out of the trail at once, and told by the next check', async () => {
    const store = await changed(`UPDATE fixes SET latitude = 1 WHERE at = 2 OR at = 3`);
    await checkAll(store);
    expect(await store.damage()).toBeNull();
    expect((await store.trail(id('v1'), 0)).map((each) => each.fix.at)).toEqual([1]);
    await checkAll(store);
    expect(await store.damage()).toMatchObject({ rows: 2 });
  });

  it('a changed note is not read', async () => {
    const store = await changed(`UPDATE notes SET value = 'y' WHERE name = 'n'`);
    expect(await store.note('n')).toBeNull();
    await store.commit([{ kind: 'note', name: 'n', value: 'z' }]);
    expect(await store.note('n')).toBe('z');
    expect(await store.note('another')).toBeNull();
  });

  it.each(['views.vehicles', 'names.values'])(
    'a changed note that a person made, %s, is told as one that no list brings back',
    async (name) => {
      const store = await changed(`UPDATE notes SET name = '${name}' WHERE name = 'n'`);
      await checkAll(store);
      expect(await store.damage()).toMatchObject({ rows: 1, entries: 0, made: 1 });
      await store.seeDamage(1);
      expect(await store.damage()).toBeNull();
    },
  );

  it('a changed text that is no text any more is set aside as well', async () => {
    const store = await changed(
      `UPDATE notes SET name = CAST(x'ff6e' AS TEXT)`,
      `UPDATE associations SET key = CAST(x'ff61' AS TEXT) WHERE key = 'a1'`,
      'REINDEX',
    );
    await checkAll(store);
    expect(await store.damage()).toMatchObject({ rows: 2 });
    await store.seeDamage(2);
    expect(await checkAll(store)).toEqual([]);
    expect(await store.damage()).toBeNull();
  });

  it('keeps a copy of what it set aside, without the password of a new user', async () => {
    const file = filled();
    const raw = new Connection(file, KEY);
    raw.execute(`UPDATE entries SET password = 'geheim', label = 'y' WHERE id = 'e1'`);
    raw.close();
    const store = await openInlineStore(file, KEY);
    await checkAll(store);
    await store.close();
    const after = new Connection(file, KEY);
    const copies = after.texts('SELECT CAST(content AS BLOB) FROM damaged');
    after.close();
    expect(copies).toHaveLength(1);
    expect(copies[0]).toContain('NEW-0001');
    expect(copies[0]).not.toContain('geheim');
  });
});
