import { isLocalKey, type RecordKey } from '@contract/records';
import type { StoredEntry } from '@core/ports/store';
import { EntryBook } from '@core/outbox/entries/entry-book';
import { overlayOf } from '@core/outbox/entries/overlay';
import type { Applied } from '../../unit/core/outbox/demo-backed-service';
import { places, type Place } from './deeds';
import type { Office } from './office';
import type { Memory, Promised } from './person';

/** What may never be, found in a schedule. */
export interface Verdict {
  lost: string[];
  doubled: string[];
  other: string[];
}

/** What came up in schedules, and how often: a trial that never meets a case says nothing of it. */
export type Tally = Map<string, number>;

type Attributes = Readonly<Record<string, unknown>>;

function attributesOf(row: unknown): Attributes {
  return ((row as { attributes?: Attributes }).attributes ?? {}) as Attributes;
}

/** Rows that a write put at the service, with the record they were for. */
function rowsOf({ operation, input }: Applied): { id: string | null; attributes: Attributes }[] {
  const { data } = input;
  if (operation.endsWith('.update') && operation !== 'deviceAssociations.update') {
    return [{ id: String(input['id']), attributes: attributesOf(data) }];
  }
  if (operation.endsWith('.create') && !operation.includes('Associations')) {
    return (Array.isArray(data) ? data : [data]).map((row: unknown) => ({
      id: null,
      attributes: attributesOf(row),
    }));
  }
  return [];
}

/**
 * Holds what people were promised against what the service carried out and what waits.
 * `isPatient`: all that could go has had the time to.
 */
export async function judge(office: Office, memory: Memory, tally: Tally): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], other: [] };
  const { store, service } = office;
  const open = await store.openEntries();
  for (const entry of open) {
    if (entry.state !== 'attention' && !isBehindAttention(entry, open)) {
      verdict.other.push(`${entry.kind} ${entry.id} is ${entry.state} after hours of calm`);
    }
  }
  await judgePromises(office, memory, open, verdict);
  const madeAgain = await valuesMadeAgain(office);
  judgeDoubles(service.ours(), memory, { madeAgain, verdict });
  judgeRefusals(service.ours(), memory, open, { madeAgain, verdict });
  judgeConflicts(memory, open, verdict);
  await judgeOrder(office, memory, verdict);
  await judgeLateArrivals(office, { verdict, tally });
  await judgeStore(office, open, verdict);
  if (service.mostAtOnce > 1) verdict.other.push('two writes were under way at once');
  for (const fault of office.faults) {
    const reason = (fault as { error?: { reason?: string } }).error?.reason;
    if (reason !== 'disk-full') verdict.other.push(`a fault inside the outbox: ${String(fault)}`);
  }
  return verdict;
}

function isBehindAttention(entry: StoredEntry, open: readonly StoredEntry[]): boolean {
  const book = new EntryBook(open);
  let blocker = book.blockerOf(entry);
  for (let steps = 0; blocker !== undefined && steps < 100; steps += 1) {
    if (blocker.state === 'attention') return true;
    blocker = book.blockerOf(blocker);
  }
  return false;
}

async function judgePromises(
  office: Office,
  memory: Memory,
  open: readonly StoredEntry[],
  verdict: Verdict,
): Promise<void> {
  const latest = new Map<string, Promised>();
  for (const promise of memory.promised) {
    const key = await office.store.currentKey(promise.key);
    for (const field of promise.what === 'edit' ? Object.keys(promise.fields) : [promise.what]) {
      const other = promise.other === null ? '' : await office.store.currentKey(promise.other);
      latest.set(`${promise.place} ${key} ${field} ${other}`, promise);
    }
  }
  for (const promise of latest.values()) {
    const fault = await faultOf(office, memory, promise, open);
    if (fault !== null) verdict.lost.push(fault);
  }
}

/** Why a promise is broken; null where it is kept. */
async function faultOf(
  office: Office,
  memory: Memory,
  promise: Promised,
  open: readonly StoredEntry[],
): Promise<string | null> {
  const { store, service } = office;
  const { what, place, entryId } = promise;
  const key = await store.currentKey(promise.key);
  const words = `${what} of ${place} ${key} (${JSON.stringify(promise.fields)}, ${entryId})`;
  const entry = entryId === '' ? null : await store.entry(entryId);
  if (entryId !== '' && entry === null) return `${words}: its entry is gone`;
  if (memory.released.has(entryId)) return null;
  if (entry !== null && open.some(({ id }) => id === entryId)) {
    return what === 'edit' ? await editFault(office, promise, open, words) : null;
  }
  // Where nothing was left to change, nothing is owed.
  if (entryId === '') return null;
  if (await isDeletedHere(office, memory, place, key)) return null;
  if (promise.other !== null) {
    const other = await store.currentKey(promise.other);
    for (const side of ['devices', 'users'] as const) {
      if (await isDeletedHere(office, memory, side, other)) return null;
    }
  }
  if (entry?.state === 'discarded' && what !== 'edit') return `${words}: dropped by nobody`;
  switch (what) {
    case 'create':
      return isCreated(service.ours(), place, promise) ? null : `${words}: never created`;
    case 'edit':
      return editFault(office, promise, open, words);
    case 'delete': {
      const isThere = placeOf(office, place).get(key) !== undefined;
      return isThere ? `${words}: still at the service` : null;
    }
    case 'associate':
      return null;
  }
}

/** An edit is kept where its value was sent, waits, or stands at the service anyway. */
async function editFault(
  office: Office,
  { place, key: name, fields }: Promised,
  open: readonly StoredEntry[],
  words: string,
): Promise<string | null> {
  const key = await office.store.currentKey(name);
  for (const [field, value] of Object.entries(fields)) {
    const waits = open.some(
      ({ subject, fields: queued }) => subject.key === key && queued[field] === value,
    );
    if (waits) continue;
    const sent = office.service
      .ours()
      .some((applied) => rowsOf(applied).some(({ attributes }) => attributes[field] === value));
    if (sent) continue;
    const record = placeOf(office, place).get(key) as Readonly<Record<string, unknown>> | undefined;
    if (record !== undefined && (record[field] ?? null) === (value ?? null)) continue;
    if (record === undefined && !isLocalKey(key)) continue;
    return `${words}: neither sent nor waiting`;
  }
  return null;
}

function placeOf(office: Office, place: Place): { get(id: string): unknown } {
  return office.service.world[place];
}

/** Whether this office wanted a record away, and it is. */
async function isDeletedHere(
  office: Office,
  memory: Memory,
  place: Place,
  key: RecordKey,
): Promise<boolean> {
  if (!isLocalKey(key)) return wasDeletedHere(office, place, key);
  // The service never named it, so that its delete was never sent.
  const isWanted = memory.promised.some(
    (promise) =>
      promise.what === 'delete' && promise.key === key && !memory.released.has(promise.entryId),
  );
  return isWanted && (await office.store.records(place, [key])).length === 0;
}

async function wasDeletedHere(office: Office, place: Place, key: RecordKey): Promise<boolean> {
  const history = await office.store.history(place, key);
  return history.some(
    ({ kind, state, subject }) => kind === 'delete' && state === 'sent' && subject.key === key,
  );
}

const identity: Readonly<Record<Place, string>> = {
  vehicles: 'plate',
  devices: 'imei',
  users: 'username',
};

function isCreated(applied: readonly Applied[], place: Place, { fields }: Promised): boolean {
  return countCreated(applied, place, fields[identity[place]]) > 0;
}

function countCreated(applied: readonly Applied[], place: Place, value: unknown): number {
  return applied
    .filter(({ operation }) => operation === `${place}.create`)
    .flatMap(rowsOf)
    .filter(({ attributes }) => attributes[identity[place]] === value).length;
}

/** What was carried out before all that is usual was over. */
function inTime(applied: readonly Applied[]): Applied[] {
  return applied.filter(({ isVeryLate }) => !isVeryLate);
}

/** Values of deleted records that were made again: these are created once more, and rightly so. */
async function valuesMadeAgain({ store }: Office): Promise<unknown[]> {
  const deletions = await store.deletions();
  return deletions
    .filter(({ recreatedAs }) => recreatedAs !== null)
    .flatMap(({ snapshot }) => Object.values(snapshot.fields));
}

function judgeDoubles(
  applied: readonly Applied[],
  memory: Memory,
  { madeAgain, verdict }: { madeAgain: readonly unknown[]; verdict: Verdict },
): void {
  for (const { what, place, fields, entryId } of memory.promised) {
    if (what !== 'create' || memory.insisted.has(entryId)) continue;
    // What arrives too late is told, and left to the person.
    const times = countCreated(inTime(applied), place, fields[identity[place]]);
    const again = madeAgain.filter((value) => value === fields[identity[place]]).length;
    if (times > 1 + again)
      verdict.doubled.push(`${place} ${JSON.stringify(fields)} was created ${times} times`);
  }
}

/** Nobody is asked about a conflict with what this office itself did, unless that arrived too late. */
function judgeConflicts(memory: Memory, open: readonly StoredEntry[], verdict: Verdict): void {
  // A service that answers old versions makes its own words look like those of others.
  if (memory.hasStaleAnswers || memory.hasVeryLateRequests) return;
  for (const { id, trouble, subject } of open) {
    if (trouble?.kind !== 'conflict') continue;
    for (const { field, theirs } of trouble.fields) {
      if (/^t\d+$/.test(String(theirs))) continue;
      verdict.other.push(
        `${id} on ${subject.key} ${field} conflicts with ${String(theirs)} of nobody`,
      );
    }
  }
}

/** What was applied is not told as refused: sending it again would apply it twice. */
function judgeRefusals(
  applied: readonly Applied[],
  memory: Memory,
  open: readonly StoredEntry[],
  { madeAgain, verdict }: { madeAgain: readonly unknown[]; verdict: Verdict },
): void {
  for (const { id, kind, trouble, subject, fields } of open) {
    if (kind !== 'create' || trouble?.kind !== 'refused' || memory.insisted.has(id)) continue;
    const place = subject.collection as Place;
    const value = fields[identity[place]];
    if (madeAgain.includes(value)) continue;
    // What arrives after the person was told could not be known then.
    if (countCreated(inTime(applied), place, value) === 0) continue;
    verdict.doubled.push(
      `${place} ${String(value)} was created, and its create is told as refused`,
    );
  }
}

/** What one office sets a field to arrives in the order in which it was entered. */
async function judgeOrder(office: Office, memory: Memory, verdict: Verdict): Promise<void> {
  const last = new Map<string, number>();
  for (const applied of office.service.ours()) {
    for (const { id, attributes } of rowsOf(applied)) {
      if (id === null) continue;
      // Nobody can keep a request from arriving; a person is told, see judgeLateArrivals.
      if (applied.isVeryLate) continue;
      for (const [field, value] of Object.entries(attributes)) {
        const number = /^v(\d+)$/.exec(String(value))?.[1];
        if (number === undefined || memory.repeated.has(value)) continue;
        const place = `${id} ${field}`;
        if ((last.get(place) ?? 0) > Number(number)) {
          verdict.other.push(`${applied.operation} of ${place} went back to ${String(value)}`);
        }
        last.set(place, Number(number));
      }
    }
  }
  for (const { what, place, key, entryId } of memory.promised) {
    const isTakenBack = what === 'delete' && memory.released.has(entryId);
    if (!isTakenBack) continue;
    const entry = await office.store.entry(entryId);
    const id = await office.store.currentKey(key);
    if (entry?.attempts === 0 && !(await wasDeletedHere(office, place, id))) {
      const isDone = office.service.ours().some(({ operation, input }) => {
        const ids = input['ids'] ?? [input['id']];
        return operation === `${place}.delete` && (ids as unknown[]).includes(id);
      });
      if (isDone) verdict.other.push(`${place} ${id} was deleted after it was taken back`);
    }
  }
}

/** Where the service ends with what was overtaken, a person has been told. */
async function judgeLateArrivals(
  office: Office,
  { verdict, tally }: { verdict: Verdict; tally: Tally },
): Promise<void> {
  const last = new Map<string, Applied>();
  const places = new Map<string, Applied>();
  for (const applied of office.service.applied) {
    for (const { id, attributes } of rowsOf(applied)) {
      if (id === null) continue;
      for (const field of Object.keys(attributes)) {
        const place = `${id} ${field}`;
        if (applied.isVeryLate && last.has(place)) places.set(place, applied);
        else places.delete(place);
        last.set(place, applied);
      }
    }
  }
  for (const [place, applied] of places) {
    const [id = '', field = ''] = place.split(' ');
    const collection = applied.operation.split('.')[0] as Place;
    const history = await office.store.history(collection, id);
    const value = attributesOf(applied.input['data'])[field];
    const wanted = history.find(({ state, fields }) => state === 'sent' && field in fields);
    if (wanted === undefined || wanted.fields[field] === value) continue;
    const isTold = history.some(
      (entry) => entry.seq > wanted.seq && entry.kind !== 'create' && field in entry.fields,
    );
    const isGone =
      history.some(({ kind }) => kind === 'delete') || !placeOf(office, collection).get(id);
    tally.set('overtaken edit', (tally.get('overtaken edit') ?? 0) + 1);
    if (!isTold && !isGone) verdict.lost.push(`${place} went back to ${String(value)}, silently`);
  }
}

/** What lists show is what the service told with what waits laid over it. */
async function judgeStore(
  office: Office,
  open: readonly StoredEntry[],
  verdict: Verdict,
): Promise<void> {
  const { store, outbox } = office;
  const shown = outbox
    .snapshot()
    .entries.map(({ id, fields, base, state }) => ({ id, fields, base, state }));
  const kept = open.map(({ id, fields, base, state, kind, snapshot }) => ({
    ...{ id, fields, base: kind === 'delete' ? (snapshot?.fields ?? base) : base, state },
  }));
  if (JSON.stringify(shown) !== JSON.stringify(kept)) {
    verdict.other.push(`the outbox and its store differ: ${JSON.stringify({ shown, kept })}`);
  }
  const book = new EntryBook(open);
  for (const place of places) {
    for (const { key } of await store.rows(place, null, 1000)) {
      const [record] = await store.records(place, [key]);
      const expected = overlayOf(book.ofRecord(place, key));
      const found = { pending: record?.pending ?? null, mark: record?.mark };
      if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(expected))) {
        verdict.other.push(
          `${place} ${key} shows ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
        );
      }
      for (const entry of await store.history(place, key)) {
        judgeRemoval(office, entry, verdict);
        const isOver = entry.state === 'sent' || entry.state === 'discarded';
        if (isOver && entry.password !== null) verdict.other.push(`${entry.id} keeps a password`);
      }
    }
  }
}

/** What is told as removed is not on its vehicle any more. */
function judgeRemoval(office: Office, entry: StoredEntry, verdict: Verdict): void {
  const { kind, state, subject, side, associationKey } = entry;
  if (kind !== 'dissociate' || state !== 'sent') return;
  const { deviceAssociations, userAssociations } = office.service.world;
  const there = side === 'users' ? userAssociations : deviceAssociations;
  if ([...there.currentOf(subject.key)].some(({ id }) => id === associationKey)) {
    verdict.lost.push(`${entry.id}: ${associationKey} is told as removed, and is there`);
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
