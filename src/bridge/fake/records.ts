import { builtInCollections, type CollectionName } from '@contract/collections';
import { fieldsOf, labelOf as nameRecord } from '@contract/resources';
import type { BridgeCalls } from '@contract/bridge';
import type { AppError, Result } from '@contract/errors';
import { FleetdeskError } from '@contract/errors';
import type { TopicPatch } from '@contract/events';
import type { OutboxEntry, Saved } from '@contract/outbox';
import type {
  CollectionSync,
  Fields,
  RecordDetail,
  RecordKey,
  RecordName,
  RecordRow,
  RecordsSnapshot,
} from '@contract/records';
import type { Vehicle } from '@contract/vehicles';
import { isSameNamed, type ValueName } from '@contract/value-names';
import { changedViews, type SavedViews } from '@contract/views';
import type { FakeEntries } from './entries';
import { fakeDuplicates } from './duplicates';
import { findRows } from './find-records';
import { fakeKept, keptOf, type KeptRecord } from './kept';

/** What the fake records stand on. */
export type FakeRecordsOptions = {
  vehicles: readonly Vehicle[];
  entries: FakeEntries;
  syncs?: Partial<Record<CollectionName, Partial<CollectionSync>>> | undefined;
  now(): number;
  publish(patch: TopicPatch<'records'>): void;
  answer<T>(channel: string, make: () => T): Promise<Result<T>>;
};

const undoFor = 10_000;
const unknown: AppError = { code: 'not-found', message: 'No record of that key is kept.' };

/** The kept records of the invented office, with what waits to be sent laid over them. */
export function createFakeRecords(options: FakeRecordsOptions) {
  const { entries, now, answer, publish } = options;
  const kept = fakeKept(options.vehicles, now());
  // What no list tells has no name, unless somebody gives it one here.
  for (const { told } of kept.enterprises.values()) {
    if (told && options.syncs?.enterprises?.phase === 'off') Reflect.deleteProperty(told, 'name');
  }
  const renamed = new Map<RecordKey, RecordKey>();
  const reading = new Map<CollectionName, Partial<CollectionSync>>();
  const views = new Map<CollectionName, SavedViews>();
  let valueNames: ValueName[] = [];
  let made = 0;

  const current = (key: RecordKey) => renamed.get(key) ?? key;

  function syncOf(collection: CollectionName): CollectionSync {
    const count = [...keptOf(kept, collection).values()].filter(
      ({ goneAt }) => goneAt === null,
    ).length;
    return {
      phase: 'complete',
      read: count,
      completedAt: now() - 95_000,
      pagingRefused: false,
      count,
      ...options.syncs?.[collection],
      ...reading.get(collection),
    };
  }

  function openOf(record: KeptRecord): OutboxEntry[] {
    return entries.openOf(record);
  }

  function pendingOf(record: KeptRecord): Fields {
    return Object.assign({}, ...openOf(record).map(({ fields }) => fields)) as Fields;
  }

  function rowOf(record: KeptRecord): RecordRow {
    const pending = pendingOf(record);
    return {
      key: record.key,
      fields: { ...record.told, ...pending },
      mark: entries.markOf(openOf(record)),
      changed: Object.keys(pending),
      readAt: record.readAt,
      goneAt: record.goneAt,
    };
  }

  function recordOf({ collection, key }: RecordName): KeptRecord {
    const found = keptOf(kept, collection).get(current(key));
    if (!found) throw new FleetdeskError(unknown);
    return found;
  }

  function detailOf(name: RecordName): RecordDetail {
    const { told, setHere, raw, unread, ...record } = recordOf(name);
    const open = openOf(recordOf(name));
    return {
      ...rowOf(recordOf(name)),
      collection: record.collection,
      told,
      setHere,
      raw,
      isOutdated: false,
      unread,
      entryIds: open.map(({ id }) => id),
    };
  }

  function labelOf({ told, ...record }: KeptRecord): string {
    const fields = { ...told, ...pendingOf({ told, ...record }) };
    return nameRecord(record.collection, fields) ?? record.key;
  }

  function tell(collection: CollectionName, key: RecordKey): void {
    publish({ syncs: {}, changed: { [collection]: [key] }, renamed: {} });
  }

  /** What is at the service once an entry was sent. */
  function apply({ kind, subject, fields }: OutboxEntry): void {
    const record = keptOf(kept, subject.collection).get(subject.key);
    if (!record) return;
    const told = Object.entries(fields).filter(
      ([name]) => fieldsOf(subject.collection)[name]?.readable,
    );
    for (const [name, value] of Object.entries(fields)) {
      if (!fieldsOf(subject.collection)[name]?.readable)
        record.setHere[name] = { value, at: now() };
    }
    record.told = { ...record.told, ...Object.fromEntries(told) };
    record.readAt = now();
    if (kind === 'delete') keptOf(kept, subject.collection).delete(subject.key);
    if (kind === 'activate') record.told = { ...record.told, deactivatedAt: null };
    if (kind === 'deactivate') record.told = { ...record.told, deactivatedAt: now() };
    if (kind === 'create') {
      made += 1;
      const key = `new${String(made).padStart(12, '0')}`;
      keptOf(kept, subject.collection).delete(record.key);
      keptOf(kept, subject.collection).set(key, { ...record, key, raw: { id: key } });
      renamed.set(record.key, key);
      publish({
        syncs: {},
        changed: { [subject.collection]: [key] },
        renamed: { [record.key]: key },
      });
    }
  }

  /** A create brings its record with it, wherever it was queued. */
  function keepNew({ kind, state, subject: { collection, key } }: OutboxEntry): void {
    if (kind !== 'create' || state === 'sent' || state === 'discarded') return;
    if (keptOf(kept, collection).has(key)) return;
    keptOf(kept, collection).set(key, {
      collection,
      key,
      told: null,
      setHere: {},
      raw: null,
      readAt: null,
      goneAt: null,
      unread: [],
    });
  }

  entries.open().forEach(keepNew);
  entries.subscribe((changed) => {
    for (const entry of changed) {
      keepNew(entry);
      const { collection, key } = entry.subject;
      if (entry.state === 'sent' && entry.sentAt !== null && entry.other === null) apply(entry);
      if (entry.state === 'discarded' && entry.kind === 'create')
        keptOf(kept, collection).delete(key);
      tell(collection, current(key));
    }
  });

  function queue(record: KeptRecord, kind: OutboxEntry['kind'], fields: Fields = {}): Saved {
    const { collection, key, told } = record;
    const base = Object.fromEntries(
      Object.keys(fields).flatMap((name) => {
        const value = told?.[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const subject = { collection, key, label: labelOf(record) };
    const held = kind === 'delete' || kind === 'deactivate' ? now() + undoFor : null;
    const entry = entries.add({
      kind,
      subject,
      fields,
      base,
      ...(held === null ? {} : { state: 'held', holdUp: { kind: 'undo', until: held } }),
    });
    return { entryId: entry.id, key };
  }

  const calls: Omit<BridgeCalls<number>['records'], 'deleted' | 'places' | 'recreate'> = {
    find: (query) =>
      Promise.resolve({
        ok: true,
        data: {
          keys: findRows([...keptOf(kept, query.collection).values()].map(rowOf), query).map(
            ({ key }) => key,
          ),
        },
      }),
    rows: ({ collection, keys }) =>
      Promise.resolve({
        ok: true,
        data: keys.flatMap((key) => {
          const record = keptOf(kept, collection).get(current(key));
          return record ? [rowOf(record)] : [];
        }),
      }),
    read: (name) => answerAtOnce(() => detailOf(name)),
    refresh: (name) =>
      answerChecked('records.refresh', () => {
        const record = recordOf(name);
        if (record.told) record.readAt = now();
        tell(name.collection, record.key);
        return detailOf(name);
      }),
    values: ({ collection, field }) =>
      answer('records.values', () => {
        const counts = new Map<string | null, number>();
        for (const record of keptOf(kept, collection).values()) {
          const value = rowOf(record).fields[field];
          const text = typeof value === 'string' ? value : null;
          counts.set(text, (counts.get(text) ?? 0) + 1);
        }
        return [...counts]
          .map(([value, count]) => ({ value, count }))
          .sort((one, other) => other.count - one.count);
      }),
    duplicates: ({ collection, key: own, fields }) =>
      Promise.resolve({
        ok: true,
        data: fakeDuplicates([...keptOf(kept, collection).values()].map(rowOf), {
          collection,
          own: own && current(own),
          fields,
        }),
      }),
    askService: ({ collection, search }) =>
      answer('records.askService', () => ({
        keys: findRows([...keptOf(kept, collection).values()].map(rowOf), {
          collection,
          search,
          filters: [],
          sort: [],
          withGone: false,
        }).map(({ key }) => key),
      })),
    views: (collection) =>
      answer('records.views', () => views.get(collection) ?? { views: [], defaultId: null }),
    changeViews: ({ collection, change }) =>
      answer('records.changeViews', () => {
        const after = changedViews(views.get(collection) ?? { views: [], defaultId: null }, change);
        views.set(collection, after);
        return after;
      }),
    sync: (collection) =>
      answer('records.sync', () => {
        reading.set(collection, { phase: 'reading', read: 0 });
        publish({ syncs: { [collection]: syncOf(collection) }, changed: {}, renamed: {} });
        void answer('records.sync', () => {
          reading.set(collection, { phase: 'complete', completedAt: now() });
          publish({ syncs: { [collection]: syncOf(collection) }, changed: {}, renamed: {} });
        });
        return undefined;
      }),
    valueNames: () => answer('records.valueNames', () => valueNames),
    nameValue: ({ name, ...value }) =>
      answer('records.nameValue', () => {
        const others = valueNames.filter((each) => !isSameNamed(each, value));
        valueNames = name === null ? others : [...others, { ...value, name }];
        return valueNames;
      }),
    nameHere: ({ collection, key, name }) =>
      answerChecked('records.nameHere', () => {
        const record = recordOf({ collection, key });
        record.told = name === null ? {} : { name };
        record.setHere['name'] = { value: name, at: now() };
        tell(collection, key);
        return undefined;
      }),
    create: ({ collection, fields, password }) =>
      answer('records.create', () => {
        made += 1;
        const key = `local:${String(made).padStart(21, '0')}`;
        const label = fields['plate'] ?? fields['name'] ?? fields['serial'];
        const entry = entries.add({
          kind: 'create',
          subject: { collection, key, label: typeof label === 'string' ? label : key },
          fields,
          hasPassword: password !== undefined,
        });
        return { entryId: entry.id, key };
      }),
    update: ({ collection, key, fields }) =>
      answerChecked('records.update', () => queue(recordOf({ collection, key }), 'update', fields)),
    delete: ({ collection, keys }) =>
      answerChecked('records.delete', () => ({
        entryIds: keys.map((key) => queue(recordOf({ collection, key }), 'delete').entryId),
      })),
    secondsToDelete: ({ count }) => Promise.resolve({ ok: true, data: count * 4 }),
    setActive: ({ isActive, ...name }) =>
      answerChecked('records.setActive', () =>
        queue(recordOf(name), isActive ? 'activate' : 'deactivate', {
          deactivatedAt: isActive ? null : now(),
        }),
      ),
    history: (name) =>
      answer('records.history', () => entries.history({ ...name, key: current(name.key) })),
  };

  async function answerAtOnce<T>(make: () => T): Promise<Result<T>> {
    try {
      return Promise.resolve({ ok: true, data: make() });
    } catch (caught) {
      return { ok: false, error: FleetdeskError.from(caught) };
    }
  }

  /** As `answer`; what `make` throws is the answer. */
  async function answerChecked<T>(channel: string, make: () => T): Promise<Result<T>> {
    try {
      return await answer(channel, make);
    } catch (caught) {
      return { ok: false, error: FleetdeskError.from(caught) };
    }
  }

  return {
    calls,
    snapshot: (): RecordsSnapshot => ({
      syncs: Object.fromEntries(
        builtInCollections.map((name) => [name, syncOf(name)]),
      ) as RecordsSnapshot['syncs'],
    }),
    labelOf: (name: RecordName) => {
      const record = keptOf(kept, name.collection).get(current(name.key));
      return record ? labelOf(record) : null;
    },
    fieldsOf: (name: RecordName) => {
      const record = keptOf(kept, name.collection).get(current(name.key));
      return record ? rowOf(record).fields : null;
    },
    keys: (collection: CollectionName) => [...keptOf(kept, collection).keys()],
  };
}

/** The kept records of the invented office. */
export type FakeRecords = ReturnType<typeof createFakeRecords>;
