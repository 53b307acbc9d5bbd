import { describe, expect, it } from 'vitest';
import { EntryBook, renameIn } from '@core/outbox/entries/entry-book';
import { newEntry } from '@core/outbox/entering/new-entry';
import type { StoredEntry } from '@core/ports/store';
import { VirtualClock } from '../../virtual-clock';

const clock = new VirtualClock();
let count = 0;

type Content = Parameters<typeof newEntry>[1];

function entry(content: Content): StoredEntry {
  count += 1;
  const random = { fraction: () => 0.5, id: () => `e${count}` };
  return { ...newEntry({ clock, random }, content), seq: count };
}

const vehicle = (key: string) => ({ collection: 'vehicles' as const, key, label: key });
const device = (key: string) => ({ collection: 'devices' as const, key, label: key });
const LOCAL = 'local:made-here-000000000001';
const LOCAL_PAIR = 'local:made-here-000000000002';

function associate(vehicleKey: string, deviceKey: string, content: Partial<StoredEntry> = {}) {
  return entry({
    ...{ kind: 'associate', subject: vehicle(vehicleKey), other: device(deviceKey) },
    ...{ side: 'devices', associationKey: LOCAL_PAIR },
    ...content,
  });
}

function dissociate(vehicleKey: string, deviceKey: string, associationKey: string) {
  return entry({
    ...{ kind: 'dissociate', subject: vehicle(vehicleKey), other: device(deviceKey) },
    ...{ side: 'devices', associationKey },
  });
}

describe('order', () => {
  it('holds per record, and holds up no other record', () => {
    const first = entry({ kind: 'update', subject: vehicle('V1'), state: 'attention' });
    const second = entry({ kind: 'update', subject: vehicle('V1') });
    const other = entry({ kind: 'update', subject: vehicle('V2') });
    const book = new EntryBook([other, second, first]);
    expect(book.open).toEqual([first, second, other]);
    expect(book.blockerOf(first)).toBeUndefined();
    expect(book.blockerOf(second)).toBe(first);
    expect(book.blockerOf(other)).toBeUndefined();
  });

  it('holds along what refers to a record that is created here', () => {
    const create = entry({ kind: 'create', subject: vehicle(LOCAL) });
    const pair = associate(LOCAL, 'D1');
    const tracker = entry({ kind: 'update', subject: device('D2'), fields: { vehicleId: LOCAL } });
    const book = new EntryBook([create, pair, tracker]);
    expect(book.blockerOf(pair)).toBe(create);
    expect(book.blockerOf(tracker)).toBe(create);
    expect(book.dependentsOf(create.id)).toEqual([pair, tracker]);
  });

  it('is that of the associations of one device, and of a vehicle once its main one is concerned', () => {
    const off = dissociate('V1', 'D1', 'A1');
    const on = associate('V2', 'D1');
    const plain = associate('V1', 'D3', { associationKey: 'local:made-here-000000000003' });
    const other = associate('V3', 'D2', { associationKey: 'local:made-here-000000000004' });
    const book = new EntryBook([off, on, plain, other]);
    expect(book.blockerOf(on)).toBe(off);
    expect(book.blockerOf(plain)).toBe(off);
    expect(book.blockerOf(other)).toBeUndefined();
  });

  it('is not broken by an edit of the vehicle: that is another thing than its devices', () => {
    const edit = entry({ kind: 'update', subject: vehicle('V1'), state: 'attention' });
    const pair = associate('V1', 'D1');
    expect(new EntryBook([edit, pair]).blockerOf(pair)).toBeUndefined();
  });
});

describe('a delete', () => {
  it('holds up what it makes pointless, and does not wait for it', () => {
    const edit = entry({ kind: 'update', subject: vehicle('V1') });
    const pair = associate('V1', 'D1');
    const deletion = entry({ kind: 'delete', subject: vehicle('V1'), state: 'held' });
    const book = new EntryBook([edit, pair, deletion]);
    expect(book.blockerOf(deletion)).toBeUndefined();
    expect(book.blockerOf(edit)).toBe(deletion);
    expect(book.blockerOf(pair)).toBe(deletion);
    expect(book.supersededBy(deletion)).toEqual([edit, pair]);
  });

  it('waits for what is under way, and for what comes off the record', () => {
    const edit = entry({ kind: 'update', subject: vehicle('V1'), state: 'unsure' });
    const deletion = entry({ kind: 'delete', subject: vehicle('V1') });
    expect(new EntryBook([edit, deletion]).blockerOf(deletion)).toBe(edit);
    const off = dissociate('V2', 'D1', 'A1');
    const device1 = entry({ kind: 'delete', subject: device('D1') });
    expect(new EntryBook([off, device1]).blockerOf(device1)).toBe(off);
  });

  it('waits for nobody who waits for it: a pair that was never made', () => {
    const on = associate('V1', 'D1');
    const off = dissociate('V1', 'D1', LOCAL_PAIR);
    const deletion = entry({ kind: 'delete', subject: device('D1') });
    const book = new EntryBook([on, off, deletion]);
    expect(book.blockerOf(deletion)).toBeUndefined();
    expect(book.supersededBy(deletion)).toEqual([on, off]);
  });

  it('waits for nobody who waits for it: a pair in the way of one that comes off', () => {
    const on = associate('V2', 'D1');
    const off = dissociate('V1', 'D1', 'A1');
    const deletion = entry({ kind: 'delete', subject: vehicle('V2') });
    const same = entry({ kind: 'delete', subject: device('D1') });
    const book = new EntryBook([on, off, deletion, same]);
    expect(book.blockerOf(off)).toBeUndefined();
    expect(book.blockerOf(same)).toBe(off);
    expect(book.blockerOf(deletion)).toBeUndefined();
  });
});

describe('names', () => {
  it('are replaced in subjects, others, references and bases', () => {
    const tracker = entry({
      ...{ kind: 'update', subject: device(LOCAL) },
      ...{ fields: { chipId: LOCAL, name: 'x' }, base: { chipId: LOCAL } },
    });
    expect(renameIn(tracker, new Map([[LOCAL, 'D1']]))).toMatchObject({
      subject: { key: 'D1' },
      fields: { chipId: 'D1', name: 'x' },
      base: { chipId: 'D1' },
    });
    expect(renameIn(associate('V1', LOCAL), new Map([[LOCAL_PAIR, 'A1']])).associationKey).toBe(
      'A1',
    );
    const other = associate('V1', 'D2', { associationKey: 'A7' });
    expect(renameIn(other, new Map([[LOCAL, 'D1']]))).toBe(other);
  });

  it('lead to what waits for them', () => {
    const create = entry({ kind: 'create', subject: vehicle(LOCAL) });
    const pair = associate(LOCAL, 'D1');
    const book = new EntryBook([create, pair]);
    expect(book.makerOf(LOCAL)).toBe(create);
    expect(book.makerOf(LOCAL_PAIR)).toBe(pair);
    expect(book.renamed(new Map([[LOCAL, 'V9']])).makerOf('V9')).toMatchObject({ id: create.id });
  });

  it('give way to others wherever they stand, be it in what a field was before', () => {
    const past = entry({ kind: 'update', subject: device('D1'), base: { chipId: LOCAL } });
    const note = entry({ kind: 'update', subject: device('D2'), fields: { name: LOCAL } });
    const free = entry({ kind: 'update', subject: device('D3') });
    const book = new EntryBook([free]).with([past, note]);
    const named = book.renamed(new Map([[LOCAL, 'C1']]));
    expect(named.get(past.id)).toMatchObject({ base: { chipId: 'C1' } });
    expect(named.get(note.id)).toMatchObject({ fields: { name: 'C1' } });
    expect(named.get(free.id)).toBe(free);
    // Neither is led to by a name that it has no more, nor held up by it.
    const changed = book.with([{ ...past, base: {} }]).renamed(new Map([[LOCAL, 'C1']]));
    expect(changed.get(past.id)).toMatchObject({ base: {} });
    expect(changed.touching('C1')).toEqual([]);
    expect(book.touching(LOCAL)).toEqual([]);
  });
});

describe('the next book', () => {
  it('is the same as one made of its entries again', () => {
    const first = entry({ kind: 'update', subject: vehicle('V1') });
    const second = entry({ kind: 'update', subject: vehicle('V1') });
    const made = entry({ kind: 'create', subject: vehicle(LOCAL) });
    const pair = associate(LOCAL, 'D1');
    const changes: StoredEntry[][] = [
      [second],
      [
        { ...first, state: 'sending' },
        { ...pair, subject: vehicle('V1') },
      ],
      [{ ...first, state: 'sent' }],
      [{ ...made, subject: vehicle('V7') }],
    ];
    let book = new EntryBook([first, made, pair]);
    for (const changed of changes) {
      book = book.with(changed);
      const again = new EntryBook(book.open);
      for (const key of ['V1', 'V7', 'D1', LOCAL, LOCAL_PAIR]) {
        expect(book.touching(key)).toEqual(again.touching(key));
      }
    }
    expect(book.open.map(({ id }) => id)).toEqual([second.id, made.id, pair.id]);
  });
});
