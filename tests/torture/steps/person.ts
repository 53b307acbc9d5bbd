import type { AssociationSide } from '@contract/associations';
import { canBeUndone, type OutboxEntry } from '@contract/outbox';
import type { Fields, RecordKey } from '@contract/records';
import type { PersonDeed, Place } from './deeds';
import type { Office } from './office';

/** What a person was told is taken, as it has to be found again. */
export interface Promised {
  readonly entryId: string;
  readonly place: Place;
  readonly key: RecordKey;
  readonly what: 'create' | 'edit' | 'delete' | 'associate';
  /** Of edits: the values; of creates: what identifies it. */
  readonly fields: Fields;
  readonly other: RecordKey | null;
}

/** What people did in a schedule, and what they know of it. */
export interface Memory {
  readonly promised: Promised[];
  /** Entries that a person dropped or settled in another way: nothing is owed for them. */
  readonly released: Set<string>;
  /** Entries that a person wanted sent again, come what may. */
  readonly insisted: Set<string>;
  readonly keys: Record<Place, RecordKey[]>;
  /** Values to which people went back. */
  readonly repeated: Set<unknown>;
  /** The service answered a version from before now and then. */
  hasStaleAnswers: boolean;
  /** Requests arrived later than anybody waits for them. */
  hasVeryLateRequests: boolean;
  count: number;
}

/** Records of each place that were there before. */
export const KNOWN = 3;

const editable: Readonly<Record<Place, readonly string[]>> = {
  vehicles: ['description', 'code', 'batch', 'registrationNumber'],
  devices: ['name', 'code', 'batch', 'code'],
  users: ['phone1', 'documentNumber', 'phone2', 'emergencyContact'],
};

/** The field of a place that a number stands for. */
export function fieldOf(place: Place, field: number): string {
  return editable[place][field % 4] ?? 'code';
}

/** Records that were created in the schedule, most of the time. */
function mostlyNew(keys: readonly RecordKey[], number: number): readonly RecordKey[] {
  return keys.length > KNOWN && number % 5 > 0 ? keys.slice(KNOWN) : keys;
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list.length === 0 ? undefined : list[number % list.length];
}

/** A record that a number stands for, of any place. */
export function recordOf(memory: Memory, number: number): [Place, RecordKey] | undefined {
  const all = (['vehicles', 'devices', 'users'] as const).flatMap((place) =>
    memory.keys[place].map((key): [Place, RecordKey] => [place, key]),
  );
  return pick(all, number * 7 + 3);
}

/** The last digit of an IMEI makes it valid (Luhn). */
function imeiOf(count: number): string {
  const digits = `35${String(count).padStart(12, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

function newFields(place: Place, count: number): Fields {
  const digits = String(count % 10_000).padStart(4, '0');
  switch (place) {
    case 'vehicles':
      return {
        plate: `ZZ${count % 2 === 0 ? 'W-' : 'W'}${digits}`,
        typeName: 'car',
        code: `v${count}`,
      };
    case 'devices':
      return { name: `Tracker v${count}`, imei: imeiOf(count) };
    case 'users':
      return { username: `user.v${count}`, name: `User v${count}` };
  }
}

/** Does what a person does; resolves once that is acknowledged, rejects where it was refused. */
export async function doDeed(office: Office, memory: Memory, deed: PersonDeed): Promise<void> {
  const { outbox } = office;
  const { entries } = outbox.snapshot();
  switch (deed.do) {
    case 'create': {
      for (let left = deed.count; left > 0; left -= 1) await create(office, memory, deed.place);
      return;
    }
    case 'edit':
      return edit(office, memory, deed);
    case 'delete': {
      const [place, key] = recordOf(memory, deed.record) ?? [];
      if (place === undefined || key === undefined) return;
      const first = memory.keys[place].indexOf(key);
      const keys = memory.keys[place].slice(first, first + deed.count);
      const before = new Map(entries.map((entry) => [entry.id, entry]));
      const { entryIds } = await outbox.delete(place, keys);
      for (const [index, each] of keys.entries()) {
        const entryId = entryIds[index] ?? '';
        // A record that never left is dropped with all that was to follow.
        if (before.get(entryId)?.kind === 'create') releaseClosed(office, memory, before);
        else owe(memory, { entryId, place, key: each, what: 'delete' });
      }
      return;
    }
    case 'undo': {
      const entry = pick(entries.filter(canBeUndone), deed.entry);
      if (entry === undefined) return;
      const before = new Map(entries.map((each) => [each.id, each]));
      await outbox.undo(entry.id);
      releaseClosed(office, memory, before);
      return;
    }
    case 'setActive': {
      const key = pick(memory.keys.users, deed.record);
      if (key === undefined) return;
      await outbox.setActive({ collection: 'users', key }, deed.isActive);
      return;
    }
    case 'associate':
      return associate(office, memory, deed);
    case 'makeMain':
    case 'dissociate':
      return changeAssociation(office, memory, deed);
    case 'replace':
      return replaceDevice(office, memory, deed);
    case 'recreate': {
      const deletion = pick(await outbox.deleted(), deed.deletion);
      if (deletion === undefined || deletion.recreatedAs !== null) return;
      const place = deletion.subject.collection as Place;
      const { key } = await outbox.recreate(deletion.id, 'secret-again');
      memory.keys[place].push(key);
      return;
    }
    case 'discard': {
      const entry = pick(entries, deed.entry);
      if (entry === undefined || entry.state === 'sending') return;
      const going = [entry.id, ...outbox.discardEffects(entry.id).dropped.map(({ id }) => id)];
      await outbox.discard(entry.id);
      for (const id of going) memory.released.add(id);
      return;
    }
    case 'settle':
      return settle(office, memory, deed);
  }
}

async function create(office: Office, memory: Memory, place: Place): Promise<void> {
  memory.count += 1;
  const fields = newFields(place, memory.count);
  const password = place === 'users' ? `secret-${memory.count}` : undefined;
  const { entryId, key } = await office.outbox.create({ collection: place, fields, password });
  memory.keys[place].push(key);
  owe(memory, { entryId, place, key, what: 'create', fields });
}

/** Notes what a person was told is taken. */
export function owe(
  { promised }: Memory,
  promise: Pick<Promised, 'entryId' | 'place' | 'key' | 'what'> & Partial<Promised>,
): void {
  promised.push({ fields: {}, other: null, ...promise });
}

async function edit(
  office: Office,
  memory: Memory,
  deed: Extract<PersonDeed, { do: 'edit' }>,
): Promise<void> {
  const [place, key] = recordOf(memory, deed.record) ?? [];
  if (place === undefined || key === undefined) return;
  const field = fieldOf(place, deed.field);
  memory.count += 1;
  const [record] = await office.store.records(place, [key]);
  const told = record?.told?.[field];
  const value = deed.isBack && told !== undefined ? told : `v${memory.count}`;
  const fields = { [field]: value };
  if (deed.isBack) memory.repeated.add(value);
  if (value === null && field === 'name') return;
  const { entryId: carrier } = await office.outbox.update({ collection: place, key, fields });
  const now = await office.store.currentKey(key);
  const isCarried = office.outbox
    .snapshot()
    .entries.some((entry) => entry.subject.key === now && entry.fields[field] === value);
  // What was set back to where it was is not sent at all.
  const entryId = deed.isBack && !isCarried ? '' : carrier;
  owe(memory, { entryId, place, key, what: 'edit', fields });
}

/** What a person did when the app died, and was not told about: nothing is owed for that. */
export function forgive(memory: Memory, deed: PersonDeed): void {
  if (deed.do !== 'edit') return;
  const [place, key] = recordOf(memory, deed.record) ?? [];
  if (place === undefined || key === undefined) return;
  const fields = { [fieldOf(place, deed.field)]: null };
  owe(memory, { entryId: '', place, key, what: 'edit', fields });
}

async function associate(
  office: Office,
  memory: Memory,
  deed: Extract<PersonDeed, { do: 'associate' }>,
): Promise<void> {
  const side: AssociationSide = deed.other % 2 === 0 ? 'devices' : 'users';
  // The first ones belong to other enterprises, and their devices to other vehicles.
  const vehicleKey = pick(mostlyNew(memory.keys.vehicles, deed.vehicle), deed.vehicle);
  const otherKey = pick(mostlyNew(memory.keys[side], deed.vehicle), deed.other >> 1);
  if (vehicleKey === undefined || otherKey === undefined) return;
  const { isMain } = deed;
  const before = new Map(office.outbox.snapshot().entries.map((entry) => [entry.id, entry]));
  const { entryId } = await office.outbox.associate({ vehicleKey, side, otherKey, isMain });
  // What comes back takes a replacement with it, which stands or falls whole.
  releaseClosed(office, memory, before);
  owe(memory, { entryId, place: 'vehicles', key: vehicleKey, what: 'associate', other: otherKey });
}

async function changeAssociation(
  office: Office,
  memory: Memory,
  deed: Extract<PersonDeed, { do: 'makeMain' | 'dissociate' }>,
): Promise<void> {
  const name = pick(memory.keys.vehicles, deed.vehicle);
  if (name === undefined) return;
  const vehicleKey = await office.store.currentKey(name);
  const side: AssociationSide =
    deed.do === 'makeMain' || deed.association % 2 === 0 ? 'devices' : 'users';
  const { items } = await office.store.associationsOf(vehicleKey, side);
  const choices = deed.do === 'makeMain' ? items.filter(({ isMain }) => !isMain) : items;
  const association = pick(choices, deed.association >> 1);
  if (association === undefined) return;
  const before = new Map(office.outbox.snapshot().entries.map((entry) => [entry.id, entry]));
  const { key } = association;
  if (deed.do === 'makeMain') await office.outbox.makeMain({ vehicleKey, side, key });
  else await office.outbox.dissociate({ vehicleKey, side, key });
  releaseClosed(office, memory, before);
}

async function replaceDevice(
  office: Office,
  memory: Memory,
  deed: Extract<PersonDeed, { do: 'replace' }>,
): Promise<void> {
  const name = pick(mostlyNew(memory.keys.vehicles, deed.vehicle), deed.vehicle);
  const otherKey = pick(mostlyNew(memory.keys.devices, deed.vehicle), deed.other);
  if (name === undefined || otherKey === undefined) return;
  const vehicleKey = await office.store.currentKey(name);
  const { items } = await office.store.associationsOf(vehicleKey, 'devices');
  const old = pick(items, deed.other);
  if (old === undefined) return;
  const before = new Map(office.outbox.snapshot().entries.map((entry) => [entry.id, entry]));
  await office.outbox.replaceDevice({ vehicleKey, key: old.key, otherKey });
  // An old device that was never sent is dropped.
  releaseClosed(office, memory, before);
}

/** What a person's last word closed is not owed any more. */
function releaseClosed(
  office: Office,
  memory: Memory,
  before: ReadonlyMap<string, OutboxEntry>,
): void {
  const open = new Set(office.outbox.snapshot().entries.map(({ id }) => id));
  for (const [id, { state }] of before) {
    if (!open.has(id) && state !== 'sending' && state !== 'unsure') memory.released.add(id);
  }
}

async function settle(
  office: Office,
  memory: Memory,
  { entry: number, how }: Extract<PersonDeed, { do: 'settle' }>,
): Promise<void> {
  const { outbox } = office;
  const entry = pick(
    outbox.snapshot().entries.filter(({ state }) => state === 'attention'),
    number,
  );
  const kind = entry?.trouble?.kind;
  if (entry === undefined || entry.trouble === null || kind === undefined) return;
  const { id } = entry;
  if (entry.trouble.kind === 'conflict') {
    const theirs = Object.fromEntries(
      entry.trouble.fields.map((field) => [field.field, field.theirs ?? null]),
    );
    await outbox.resolve({ entryId: id, fields: how === 'theirs' ? theirs : {} });
    if (how === 'theirs') memory.released.add(id);
    return;
  }
  if (how === 'applied') {
    if (kind !== 'uncertain' && kind !== 'recovered' && kind !== 'lookalike') return;
    const stranded = outbox.discardEffects(id).dropped.map((dependent) => dependent.id);
    await outbox.decide({ entryId: id, verdict: 'applied' });
    for (const each of [id, ...stranded]) memory.released.add(each);
    return;
  }
  if (how === 'corrected' && kind === 'refused') await outbox.correct({ entryId: id, fields: {} });
  else await outbox.decide({ entryId: id, verdict: 'sendAgain' });
  memory.insisted.add(id);
}
