import { isLocalKey, type Fields } from '@contract/records';
import type { Store, StoreChange, StoredEntry } from '@core/ports/store';
import type { Salvage, WaitingRecord } from './salvage';
import { writtenFields } from './written-fields';

/** Of an entry's id (contract, `outbox.ts`). */
const LONGEST_ID = 64;

/**
 * Takes what was salvaged into an open store, in one commit: the entries as ones that need a
 * person, since nobody knows whether they were sent, and what they laid over the records. What the
 * store has already stays as it is. Answers how many entries came.
 */
export async function takeIn(salvage: Salvage, store: Store): Promise<number> {
  const known = new Set((await store.deletions()).map(({ id }) => id));
  const entries: StoredEntry[] = [];
  for (const entry of [...salvage.entries, ...lostEntries(salvage)]) {
    if ((await store.entry(entry.id)) === null) entries.push(entry);
  }
  const views: StoreChange[] = [];
  for (const { name, value } of salvage.views) {
    if ((await store.note(name)) === null) views.push({ kind: 'note', name, value });
  }
  const drawn = new Set((await store.zones()).map(({ id }) => id));
  const zones = salvage.zones.filter(({ id }) => !drawn.has(id));
  const ruled = new Set((await store.rules()).map(({ id }) => id));
  const rules = salvage.rules.filter(({ id }) => !ruled.has(id));
  const found = new Set(
    (await store.alerts(salvage.alerts.map(({ id }) => id))).map(({ id }) => id),
  );
  const changes: StoreChange[] = [
    ...views,
    ...zones.map((zone): StoreChange => ({ kind: 'zone', zone })),
    ...rules.map((rule): StoreChange => ({ kind: 'rule', rule })),
    ...salvage.alerts
      .filter(({ id }) => !found.has(id))
      .map((alert): StoreChange => ({ kind: 'alerts', alerts: [alert] })),
    ...(await pendingChanges(store, entries, salvage.waiting)),
    ...salvage.associations.map((association): StoreChange => ({
      kind: 'association',
      association: { ...association, mark: 'attention' },
    })),
    ...entries.map((entry): StoreChange => ({
      kind: 'entry',
      entry: {
        ...entry,
        seq: 0,
        state: 'attention',
        trouble: { kind: 'recovered' },
        notBefore: null,
        // A revision of the other file says nothing about when this one was told of anything.
        firstSentAt: null,
      },
    })),
    ...salvage.deletions
      .filter(({ id }) => !known.has(id))
      .map((deletion): StoreChange => ({ kind: 'deletion', deletion })),
  ];
  if (changes.length > 0) await store.commit(changes);
  return entries.length;
}

/** Of changes whose entries are lost, but not what they laid over their records: entries again. */
function lostEntries({ entries, waiting, writtenAt }: Salvage): StoredEntry[] {
  const known = new Set(entries.map(({ subject }) => nameOf(subject)));
  return waiting.flatMap((record) => {
    if (record.pending === null || known.has(nameOf(record))) return [];
    const { collection, key } = record;
    const kind = isLocalKey(key) ? 'create' : 'update';
    const fields = writtenFields(collection, kind, record.pending);
    const texts = Object.values(fields).filter((value) => typeof value === 'string');
    if (Object.keys(fields).length === 0) return [];
    return {
      id: `recovered-${nameOf(record)}`.slice(0, LONGEST_ID),
      seq: 0,
      kind,
      subject: { collection, key, label: texts[0] ?? key },
      ...{ other: null, side: null, associationKey: null, password: null, snapshot: null },
      fields,
      base: {},
      state: 'attention',
      trouble: { kind: 'recovered' },
      ...{
        after: [],
        notBefore: null,
        createdAt: writtenAt,
        changedAt: writtenAt,
        sentAt: null,
        attempts: 0,
      },
      ...{ action: null, wasInDoubt: true, taken: null },
      ...{ firstSentAt: null, pack: null, storedDifferently: [] },
    };
  });
}

function nameOf({ collection, key }: Pick<WaitingRecord, 'collection' | 'key'>): string {
  return `${collection}/${key}`;
}

/** What was waiting in the records, by the rows where they could be read, and else by the entries. */
async function pendingChanges(
  store: Store,
  entries: readonly StoredEntry[],
  waiting: readonly WaitingRecord[],
): Promise<StoreChange[]> {
  const records = new Map<string, WaitingRecord>();
  for (const { kind, subject, fields } of entries) {
    if (kind === 'associate' || kind === 'makeMain' || kind === 'dissociate') continue;
    const { collection, key } = subject;
    const name = nameOf(subject);
    const before = records.get(name)?.pending ?? null;
    const touched = kind === 'create' || kind === 'update' ? fields : null;
    records.set(name, { collection, key, pending: both(before, touched) });
  }
  for (const each of waiting) {
    const name = nameOf(each);
    // Where no entry could be read, nothing could ever take the mark away again.
    if (records.has(name)) records.set(name, each);
  }
  const changes: StoreChange[] = [];
  for (const { collection, key, pending } of records.values()) {
    const [kept] = await store.records(collection, [key]);
    changes.push({
      ...{ kind: 'pending', collection, key, mark: 'attention' },
      pending: both(pending, kept?.pending ?? null),
    });
  }
  return changes;
}

function both(under: Fields | null, over: Fields | null): Fields | null {
  return under === null && over === null ? null : { ...under, ...over };
}
