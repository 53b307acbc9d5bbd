import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import type { RecordKey, RecordName, RecordsPatch } from '@contract/records';
import { collectionNames, fieldsOf } from '@contract/resources';
import type { Clock } from '../ports/clock';
import type { Store, StoreChange, StoredRecord, ToldRecord } from '../ports/store';
import type { RecordNews } from './record-news';
import { notKept } from './record-views';
import { relatedName } from './related-name';

/** What the met records need. */
export interface MetRecordsOptions {
  store: Store;
  clock: Clock;
  news: RecordNews;
  /** How far the collections have been read. */
  passes: {
    subscribe(listener: (patch: Pick<RecordsPatch, 'syncs'>) => void): () => void;
  };
  /** Whether the service lists a collection. */
  isListed(collection: CollectionName): boolean;
  /** Told what went wrong; what is missed is found at the next start. */
  onFault(fault: unknown): void;
  /** What is read of the store before, at a start. */
  first?(): Promise<void>;
}

/** A record that another one refers to. */
interface Met {
  readonly collection: CollectionName;
  readonly id: string;
  /** As the relation tells it. */
  readonly name: string | null;
  /** When the record with the relation was read, epoch milliseconds; null: unknown. */
  readonly readAt: number | null;
}

/** Records that are looked at in one go, each with all that came with it. */
const AT_ONCE = 150;

/** So long, ms, others have the store to themselves before it goes on. */
const REST = 60;

/** Under these and the name of a collection it is noted which pass over it was looked through. */
const PASS_NOTE = 'met.';

/**
 * Records of collections that this service does not list, such as its enterprises: known because
 * other records refer to them. Each is kept like a listed one, so that it can be shown, sought and
 * chosen; its name comes from the relation or from a person here.
 */
export class MetRecords {
  readonly #options: MetRecordsOptions;
  readonly #unlisted: ReadonlySet<CollectionName>;
  #unsubscribe: (() => void) | null = null;
  /** When the last pass that was looked through began, by collection. */
  readonly #passes = new Map<CollectionName, number>();
  #begun: Promise<void> = Promise.resolve();
  /** One after the other: a record that is met must not undo a name that is being given. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: MetRecordsOptions) {
    this.#options = options;
    this.#unlisted = new Set(collectionNames().filter((name) => !options.isListed(name)));
  }

  /** Keeps what is referred to, now and whenever records change. */
  start(): void {
    if (this.#unlisted.size === 0 || this.#unsubscribe !== null) return;
    const ends = [
      this.#options.news.subscribe((event) => {
        if (event.kind !== 'changed' || this.#fieldsInto(event.collection).length === 0) return;
        if (event.keys === null) this.#try(this.#meetAll(event.collection));
        else this.#try(this.#inTurn(() => this.#meet(event.collection, event.keys ?? [])));
      }),
      this.#options.passes.subscribe(({ syncs }) => {
        for (const from of collectionNames())
          this.#try(this.#notePass(from, syncs[from]?.completedAt ?? null));
      }),
    ];
    this.#unsubscribe = () => {
      for (const end of ends) end();
    };
    this.#begun = this.#begin();
    this.#try(this.#begun);
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /**
   * Gives a record of an unlisted collection a name on this computer; null takes it back, so that
   * the name of the relations applies again.
   * @throws FleetdeskError `invalid-request`/`feature-absent` where the service names such records,
   * `not-found`/`not-kept`
   */
  async nameHere({ collection, key }: RecordName, name: string | null): Promise<void> {
    const { store, clock } = this.#options;
    if (!this.#unlisted.has(collection)) {
      const message = `The service names its ${collection}.`;
      throw new FleetdeskError({ code: 'invalid-request', reason: 'feature-absent', message });
    }
    await this.#inTurn(async () => {
      const [kept] = await store.records(collection, [key]);
      if (kept === undefined) throw notKept({ collection, key });
      const at = clock.now();
      const shown = name === null ? await this.#lookUp(collection, key) : { name, readAt: at };
      await store.commit([
        told(recordOf({ id: key, name: shown?.name ?? null }, kept), {
          ...{ collection, at: shown?.readAt ?? at },
        }),
        { kind: 'setHere', collection, key, fields: { name }, at },
      ]);
    });
    this.#tell(collection, [key]);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #try(work: Promise<void>): void {
    work.catch((fault: unknown) => {
      if (this.#unsubscribe !== null) this.#options.onFault(fault);
    });
  }

  /** Fields of a collection that lead into one that is not listed. */
  #fieldsInto(from: CollectionName): [field: string, into: CollectionName][] {
    return Object.entries(fieldsOf(from)).flatMap(([field, { references: into }]) =>
      into !== undefined && this.#unlisted.has(into) ? [[field, into]] : [],
    );
  }

  /** An earlier run has looked through most of what is kept: a large fleet takes long. */
  async #begin(): Promise<void> {
    const { store } = this.#options;
    await this.#options.first?.();
    if (this.#unsubscribe === null) return;
    const syncs = await store.syncs();
    for (const from of collectionNames()) {
      if (this.#fieldsInto(from).length === 0) continue;
      const pass = syncs.find(({ collection }) => collection === from)?.completedAt ?? null;
      const isKnown =
        pass !== null && (await store.note(PASS_NOTE + from)) === this.#lookedThrough(pass);
      if (pass !== null) this.#passes.set(from, pass);
      if (!isKnown) this.#try(this.#meetPass(from, pass));
    }
  }

  /** A name in a relation is in no field, so no news tells that it changed: a pass read it. */
  async #notePass(from: CollectionName, completedAt: number | null): Promise<void> {
    await this.#begun;
    if (completedAt === null || this.#passes.get(from) === completedAt) return;
    this.#passes.set(from, completedAt);
    await this.#meetPass(from, completedAt);
  }

  /** What is noted of a pass: by another profile, other collections may not be listed. */
  #lookedThrough(pass: number): string {
    return [pass, ...this.#unlisted].join(' ');
  }

  async #meetPass(from: CollectionName, pass: number | null): Promise<void> {
    await this.#meetAll(from);
    // Where it ended before its end, the next run looks through all of it.
    if (pass === null || this.#unsubscribe === null || this.#fieldsInto(from).length === 0) return;
    await this.#options.store.commit([
      { kind: 'note', name: PASS_NOTE + from, value: this.#lookedThrough(pass) },
    ]);
  }

  async #meetAll(from: CollectionName): Promise<void> {
    if (this.#fieldsInto(from).length === 0) return;
    let after: RecordKey | null = null;
    for (;;) {
      const rows = await this.#options.store.rows(from, after, AT_ONCE);
      const keys = rows.map(({ key }) => key);
      if (keys.length > 0) await this.#inTurn(() => this.#meet(from, keys));
      after = keys.at(-1) ?? null;
      if (keys.length < AT_ONCE) break;
      // The store has one thread: what the screens ask meanwhile comes in between.
      await new Promise<void>((resolve) => this.#options.clock.after(REST, resolve));
      if (this.#unsubscribe === null) break;
    }
  }

  /** A record as the relation that was read last names it; null where none names it. */
  async #lookUp(collection: CollectionName, id: string): Promise<Met | null> {
    const { store } = this.#options;
    let last: Met | null = null;
    for (const from of collectionNames()) {
      for (const [field, into] of this.#fieldsInto(from)) {
        if (into !== collection) continue;
        const filters = [{ field, anyOf: [id] }];
        const keys = await store.find({
          ...{ collection: from, search: '', filters, sort: [], withGone: true },
        });
        for (let at = 0; at < keys.length; at += AT_ONCE) {
          for (const record of await store.records(from, keys.slice(at, at + AT_ONCE))) {
            const name = relatedName(record, id);
            const met = { collection, id, name, readAt: record.readAt };
            if (name !== null) last = last === null ? met : later(last, met);
          }
        }
      }
    }
    return last;
  }

  async #meet(from: CollectionName, keys: readonly RecordKey[]): Promise<void> {
    const fields = this.#fieldsInto(from);
    const met = new Map<string, Met>();
    for (const record of await this.#options.store.records(from, keys)) {
      for (const [field, collection] of fields) {
        const id = record.fields[field];
        if (typeof id !== 'string' || id === '') continue;
        const before = met.get(`${collection} ${id}`);
        const each = { collection, id, name: relatedName(record, id), readAt: record.readAt };
        met.set(`${collection} ${id}`, before === undefined ? each : later(before, each));
      }
    }
    for (const collection of this.#unlisted) {
      await this.#keep(
        collection,
        [...met.values()].filter((each) => each.collection === collection),
      );
    }
  }

  async #keep(collection: CollectionName, met: readonly Met[]): Promise<void> {
    const { store, clock } = this.#options;
    const ids = met.map(({ id }) => id);
    if (ids.length === 0) return;
    const kept = new Map((await store.records(collection, ids)).map((each) => [each.key, each]));
    const news = met.flatMap((each) => {
      const known = kept.get(each.id);
      if (known !== undefined && !isNews(each, known)) return [];
      return [told(recordOf(each, known), { collection, at: each.readAt ?? clock.now() })];
    });
    if (news.length === 0) return;
    await store.commit(news);
    this.#tell(
      collection,
      news.flatMap(({ records }) => records.map(({ id }) => id)),
    );
  }

  #tell(collection: CollectionName, keys: readonly RecordKey[]): void {
    this.#options.news.publish({ kind: 'changed', collection, keys });
  }
}

function told(
  record: ToldRecord,
  { collection, at }: { collection: CollectionName; at: number },
): Extract<StoreChange, { kind: 'told' }> {
  return { kind: 'told', collection, records: [record], pass: null, at };
}

function recordOf(
  { id, name }: Pick<Met, 'id' | 'name'>,
  kept: StoredRecord | undefined,
): ToldRecord {
  return { id, fields: name === null ? {} : { name }, raw: kept?.raw ?? { id }, unread: [] };
}

/** Of two meetings of a record the one whose name counts: the one that was read last. */
function later(one: Met, other: Met): Met {
  if (one.name === null || other.name === null) return one.name === null ? other : one;
  return (other.readAt ?? 0) > (one.readAt ?? 0) ? other : one;
}

/** Whether a relation gives a kept record a new name. */
function isNews({ name, readAt }: Met, known: StoredRecord): boolean {
  const { name: before } = known.fields;
  if (name === null || name === before) return false;
  // What a person called it stays until they take it back.
  if (isText(known.setHere['name']?.value)) return false;
  return !isText(before) || (readAt ?? 0) >= (known.readAt ?? 0);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
