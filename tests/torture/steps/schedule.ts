import { FleetdeskError } from '@contract/errors';
import type { OutboxEntry } from '@contract/outbox';
import { defaultProfile } from '@core/service/profile';
import type { Deed, Event, PersonDeed, Place, Schedule } from './deeds';
import { judge, type Tally, type Verdict } from './judge';
import { Office } from './office';
import { doDeed, fieldOf, forgive, KNOWN, owe, recordOf, type Memory } from './person';

const DAY = 86_400_000;
/** Long enough for every pause and every attempt. */
const CALM = 120;
/** In this time, milliseconds, all requests that were given up arrive and are read back. */
const READ_BACK = 300_000;

/** Plays a schedule, then lets everything calm down, and judges. */
export async function play(
  { atomicLists, deeds }: Schedule,
  file: string,
  seed: number,
  tally: Tally = new Map(),
): Promise<Verdict> {
  const office = await Office.open(file, seed, { ...defaultProfile, atomicLists });
  try {
    const memory: Memory = {
      promised: [],
      released: new Set(),
      insisted: new Set(),
      repeated: new Set(),
      keys: { vehicles: [], devices: [], users: [] },
      hasVeryLateRequests: deeds.some((deed) => deed.do === 'fault' && deed.kind === 'veryLate'),
      hasStaleAnswers: deeds.some((deed) => deed.do === 'fault' && deed.kind === 'stale'),
      count: 0,
    };
    for (const place of ['vehicles', 'devices', 'users'] as const) {
      const rows = await office.store.rows(place, null, KNOWN);
      memory.keys[place].push(...rows.map(({ key }) => key));
    }
    for (const deed of deeds) {
      await step(office, memory, deed);
      count(office, tally);
    }
    await calmDown(office);
    for (const { operation, input } of office.service.ours()) {
      const rows = input['data'] ?? input['ids'];
      add(tally, Array.isArray(rows) && rows.length > 1 ? `${operation} of a list` : operation);
    }
    const before = atomicLists ? ' before atomic lists' : '';
    for (const kind of office.struck) add(tally, `fault ${kind}${before}`);
    return await judge(office, memory, tally);
  } finally {
    await office.close();
  }
}

function add(tally: Tally, name: string): void {
  tally.set(name, (tally.get(name) ?? 0) + 1);
}

function count(office: Office, tally: Tally): void {
  for (const { kind, state, holdUp, trouble } of office.outbox.snapshot().entries) {
    add(tally, `${kind} ${trouble?.kind ?? holdUp?.kind ?? state}`);
    if (state === 'unsure') add(tally, `${kind} unsure`);
  }
}

async function step(office: Office, memory: Memory, deed: Deed): Promise<void> {
  if (isEvent(deed)) return happen(office, memory, deed);
  await office.end(attempt(doDeed(office, memory, deed)));
}

/** A person is told where something can't be done; nothing is owed for that. */
async function attempt(deed: Promise<void>): Promise<void> {
  try {
    await deed;
  } catch (caught) {
    if (!(caught instanceof FleetdeskError)) throw caught;
  }
}

const personal = new Set<Deed['do']>([
  ...(['create', 'edit', 'delete', 'undo', 'setActive', 'associate'] as const),
  ...(['makeMain', 'dissociate', 'replace', 'recreate', 'discard', 'settle'] as const),
]);

function isEvent(deed: Deed): deed is Event {
  return !personal.has(deed.do);
}

async function happen(office: Office, memory: Memory, event: Event): Promise<void> {
  const { clock, service } = office;
  switch (event.do) {
    case 'pass':
      return clock.advance(event.milliseconds);
    case 'line':
      office.line = event.state;
      clock.after(event.milliseconds, () => (office.line = 'online'));
      return;
    case 'cable':
      service.isOnline = false;
      clock.after(event.milliseconds, () => (service.isOnline = true));
      return;
    case 'fault':
      office.addFault(event.kind, event.times, event.on);
      return;
    case 'restart':
      return office.restart();
    case 'crash':
      return crash(office, memory, event.after, event.deed);
    case 'clock':
      clock.setWallClock(clock.now() + event.days * DAY);
      return;
    case 'sync':
      return office.sync(event.place);
    case 'pause': {
      await attempt(office.end(office.outbox.pause(true)));
      clock.after(event.milliseconds, () => void attempt(office.outbox.pause(false)));
      return;
    }
    case 'sendNow':
      office.outbox.sendNow();
      return;
    case 'diskFull':
      office.fullCommits = event.commits;
      return;
    default:
      return others(office, memory, event);
  }
}

/** The app is killed while a person does something, which may or may not be acknowledged by then. */
async function crash(
  office: Office,
  memory: Memory,
  after: number,
  deed: PersonDeed | null,
): Promise<void> {
  const before = office.outbox.snapshot().entries;
  const ending = { isTold: deed === null };
  if (deed !== null) {
    void attempt(doDeed(office, memory, deed)).then(() => (ending.isTold = true));
  }
  await office.clock.advance(after);
  if (deed !== null && !ending.isTold) forgive(memory, deed);
  await office.crash();
  if (!ending.isTold) oweDeletes(office, memory, before);
  // What the person took back in that very moment may be taken back, or not.
  for (const { id } of before) {
    const entry = await office.store.entry(id);
    if (!ending.isTold && entry?.state === 'discarded') memory.released.add(id);
  }
}

/** A delete that was written before the person was told of it is carried out all the same. */
function oweDeletes(office: Office, memory: Memory, before: readonly OutboxEntry[]): void {
  const known = new Set(before.map(({ id }) => id));
  for (const { id, kind, subject } of office.outbox.snapshot().entries) {
    if (kind !== 'delete' || known.has(id)) continue;
    const { collection, key } = subject;
    owe(memory, { entryId: id, place: collection as Place, key, what: 'delete' });
  }
}

/** Another office works on the same fleet. */
async function others(
  office: Office,
  memory: Memory,
  event: Extract<
    Event,
    { do: 'theirEdit' | 'theirDelete' | 'theirAssociation' | 'theirLookalike' }
  >,
): Promise<void> {
  const { service, store } = office;
  if (event.do === 'theirLookalike') return makeLookalike(office, event.entry);
  if (event.do === 'theirAssociation') {
    const vehicleId = await named(office, memory.keys.vehicles, event.vehicle);
    const deviceId = await named(office, memory.keys.devices, event.other);
    if (vehicleId === null || deviceId === null) return;
    const data = [{ vehicleId, deviceId, isMainDevice: false }];
    await service.theirs('deviceAssociations.create', { data });
    return;
  }
  const [place, name] = recordOf(memory, event.record) ?? [];
  if (place === undefined || name === undefined) return;
  const id = await store.currentKey(name);
  if (id.startsWith('local:')) return;
  if (event.do === 'theirDelete') {
    if (place === 'users') await service.theirs('users.delete', { id });
    else await service.theirs(`${place}.delete`, { ids: [id] });
    return;
  }
  memory.count += 1;
  const attributes = { [fieldOf(place, event.field)]: `t${memory.count}` };
  await service.theirs(`${place}.update`, { id, data: { attributes } });
}

/** Another office creates a record that is called as one that waits here. */
async function makeLookalike({ outbox, service }: Office, number: number): Promise<void> {
  const creates = outbox.snapshot().entries.filter(({ kind }) => kind === 'create');
  const entry = creates[number % Math.max(1, creates.length)];
  // Another office can't enter what this form would not take either.
  if (entry === undefined || entry.trouble?.kind === 'refused') return;
  const { fields, subject } = entry;
  switch (subject.collection) {
    case 'vehicles': {
      const attributes = {
        plate: fields['plate'],
        typeName: 'car',
        description: 'of another office',
      };
      await service.theirs('vehicles.create', { data: [{ attributes }] } as never);
      return;
    }
    case 'devices': {
      const attributes = { imei: fields['imei'], name: 'Of another office' };
      await service.theirs('devices.create', { data: [{ attributes }] } as never);
      return;
    }
    default: {
      const { username } = fields;
      const attributes = { username, name: 'Of another office', password: 'theirs-alone' };
      await service.theirs('users.create', { data: { attributes } } as never);
    }
  }
}

async function named(
  office: Office,
  keys: readonly string[],
  number: number,
): Promise<string | null> {
  const name = keys[number % Math.max(1, keys.length)];
  const key = name === undefined ? null : await office.store.currentKey(name);
  return key === null || key.startsWith('local:') ? null : key;
}

/** Everything goes well for hours: what can go, goes, and what was given up is read back. */
async function calmDown(office: Office): Promise<void> {
  office.heal();
  await attempt(office.end(office.outbox.pause(false)));
  await untilNothingGoes(office);
  await office.clock.advance(READ_BACK);
  await untilNothingGoes(office);
}

async function untilNothingGoes(office: Office): Promise<void> {
  for (let minutes = 0; minutes < CALM; minutes += 1) {
    const { entries } = office.outbox.snapshot();
    const isGoing = entries.some(
      ({ state, holdUp }) =>
        state === 'held' ||
        state === 'sending' ||
        ((state === 'waiting' || state === 'unsure') && holdUp?.kind !== 'after'),
    );
    if (!isGoing) return;
    await office.clock.advance(60_000);
  }
}
