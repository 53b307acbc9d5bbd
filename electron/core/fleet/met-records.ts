import { collectionNames, type CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import type { RecordKey, RecordName } from '@contract/records';
import { fieldsOf } from '@contract/resources';
import type { Clock } from '../ports/clock';
import type { Store, StoreChange, StoredRecord, ToldRecord } from '../ports/store';
import { isJsonObject, own } from '../service/json';
import type { RecordNews } from './record-news';
import { notKept } from './record-views';

/** What the met records need. */
export interface MetRecordsOptions {
  store: Store;
  clock: Clock;
  news: RecordNews;
  /** Whether the service lists a collection. */
  isListed(collection: CollectionName): boolean;
  /** Told what went wrong; what is missed is found at the next start. */
  onFault(fault: unknown): void;
}

/** A record that another one refers to. */
interface Met {
  readonly collection: CollectionName;
  readonly id: string;
  /** As the relation tells it. */
  readonly name: string | null;
}

/** Records that are looked at in one go. */
const AT_ONCE = 500;

/**
 * Records of collections that this service does not list, such as its enterprises: known because
 * other records refer to them. Each is kept like a listed one, so that it can be shown, sought and
 * chosen; its name comes from the relation or from a person here.
 */
export class MetRecords {
  readonly #options: MetRecordsOptions;
  readonly #unlisted: ReadonlySet<CollectionName>;
  #unsubscribe: (() => void) | null = null;
  /** One after the other: a record that is met must not undo a name that is being given. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: MetRecordsOptions) {
    this.#options = options;
    this.#unlisted = new Set(collectionNames.filter((name) => !options.isListed(name)));
  }

  /** Keeps what is referred to, now and whenever records change. */
  start(): void {
    if (this.#unlisted.size === 0 || this.#unsubscribe !== null) return;
    this.#unsubscribe = this.#options.news.subscribe((event) => {
      if (event.kind !== 'changed' || this.#fieldsInto(event.collection).length === 0) return;
      if (event.keys === null) this.#try(this.#meetAll());
      else this.#try(this.#inTurn(() => this.#meet(event.collection, event.keys ?? [])));
    });
    this.#try(this.#meetAll());
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /**
   * Gives a record of an unlisted collection a name on this computer; null takes it back.
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
      await store.commit([
        told(collection, [recordOf({ id: key, name }, kept)], at),
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

  async #meetAll(): Promise<void> {
    for (const from of collectionNames) {
      if (this.#fieldsInto(from).length === 0) continue;
      let after: RecordKey | null = null;
      for (;;) {
        const rows = await this.#options.store.rows(from, after, AT_ONCE);
        const keys = rows.map(({ key }) => key);
        if (keys.length > 0) await this.#inTurn(() => this.#meet(from, keys));
        after = keys.at(-1) ?? null;
        if (keys.length < AT_ONCE || this.#unsubscribe === null) break;
      }
    }
  }

  async #meet(from: CollectionName, keys: readonly RecordKey[]): Promise<void> {
    const fields = this.#fieldsInto(from);
    const met = new Map<string, Met>();
    for (const record of await this.#options.store.records(from, keys)) {
      for (const [field, collection] of fields) {
        const id = record.fields[field];
        if (typeof id !== 'string' || id === '') continue;
        const before = met.get(`${collection} ${id}`);
        const name = before?.name ?? relatedName(record, id);
        met.set(`${collection} ${id}`, { collection, id, name });
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
      // What a person called it stays until they say otherwise.
      if (known !== undefined && (each.name === null || hasName(known))) return [];
      return [recordOf(each, known)];
    });
    if (news.length === 0) return;
    await store.commit([told(collection, news, clock.now())]);
    this.#tell(
      collection,
      news.map(({ id }) => id),
    );
  }

  #tell(collection: CollectionName, keys: readonly RecordKey[]): void {
    this.#options.news.publish({ kind: 'changed', collection, keys });
  }
}

function told(
  collection: CollectionName,
  records: readonly ToldRecord[],
  at: number,
): Extract<StoreChange, { kind: 'told' }> {
  return { kind: 'told', collection, records, pass: null, at };
}

function recordOf(
  { id, name }: Pick<Met, 'id' | 'name'>,
  kept: StoredRecord | undefined,
): ToldRecord {
  return { id, fields: name === null ? {} : { name }, raw: kept?.raw ?? { id }, unread: [] };
}

function hasName({ fields }: StoredRecord): boolean {
  return typeof fields['name'] === 'string' && fields['name'] !== '';
}

/** The name that a record's relations give another one; null where they give none. */
function relatedName({ raw }: StoredRecord, id: string): string | null {
  const relations = raw === null ? undefined : own(raw, 'relationships');
  for (const value of isJsonObject(relations) ? Object.values(relations) : []) {
    for (const related of Array.isArray(value) ? value : [value]) {
      if (!isJsonObject(related) || own(related, 'id') !== id) continue;
      const attributes = own(related, 'attributes');
      const name = isJsonObject(attributes) ? own(attributes, 'name') : undefined;
      if (typeof name === 'string' && name.trim() !== '') return name.trim().slice(0, 255);
    }
  }
  return null;
}
