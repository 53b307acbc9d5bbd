import type { AssociationSide } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import type { ResourceDescriptions } from '@contract/resources';
import type { Zone } from '@contract/zones';
import type { ChangeKind, ChangeSubject, EntryState, Trouble } from '@contract/outbox';
import type {
  Fields,
  FieldValue,
  RecordKey,
  RecordMark,
  RecordQuery,
  RecordRow,
  RecordsFound,
  Unread,
  ValueCount,
} from '@contract/records';
import type { Vehicle } from '@contract/vehicles';
import type { AlertChange, AlertRows } from './alert-rows';
import type { KeptDay, KeptSummaries, StoredFix } from './kept-tracks';
import type { ListedVehicle } from './listed-vehicle';
import type { StoreCheck, StoreDamage } from './store-damage';

/** A record as the service told it, decoded. */
export interface ToldRecord {
  readonly id: string;
  /** By the app's names; what was not told is missing. */
  readonly fields: Fields;
  /** The record as it came. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly unread: readonly Unread[];
}

/** A record as it is kept: what the service told and what was changed here, side by side. */
export interface StoredRecord extends RecordRow {
  readonly collection: CollectionName;
  /** Null for one that the service does not know yet. */
  readonly told: Fields | null;
  /** What waits to be sent, laid over `told` in `fields`; null where nothing does. */
  readonly pending: Fields | null;
  readonly setHere: Readonly<Record<string, { value: FieldValue; at: number }>>;
  readonly raw: Readonly<Record<string, unknown>> | null;
  readonly unread: readonly Unread[];
  /** The store's revision at which the service told this record for the first time; null: never. */
  readonly firstToldAt: number | null;
}

/** How far the passes over a collection's list have come. */
export interface StoredSync {
  readonly collection: CollectionName;
  /** The number of the running or last pass. */
  readonly pass: number;
  /** The page to ask for next in an unfinished pass; null where none is running. */
  readonly nextPage: number | null;
  readonly read: number;
  /** When the last pass that reached the end of the list began, epoch milliseconds. */
  readonly completedAt: number | null;
  readonly pagingRefused: boolean;
}

/** An association as it is kept. Those set here and not sent yet have a local key. */
export interface StoredAssociation {
  readonly key: RecordKey;
  readonly side: AssociationSide;
  readonly vehicleKey: RecordKey;
  readonly otherKey: RecordKey;
  readonly isMain: boolean;
  readonly createdAt: number | null;
  readonly mark: RecordMark;
  /** `isMain` as it will be once what waits is sent; null where nothing waits. */
  readonly pendingMain: boolean | null;
  /** What a person is to the vehicle, in the service's word, as in `DRIVER`; missing: not told. */
  readonly nature?: string;
}

/** How long a device was on a vehicle. */
export interface DeviceTerm {
  /** The association's key. */
  readonly key: RecordKey;
  readonly deviceKey: RecordKey;
  readonly isMain: boolean;
  /** The association is not removed, as far as is known. */
  readonly isPresent: boolean;
  /** Epoch milliseconds; null where the service did not tell. */
  readonly createdAt: number | null;
  /** Null of a present one, and of one whose end was not told yet. */
  readonly endedAt: number | null;
}

/** A queued change as it is kept. */
export interface StoredEntry {
  readonly id: string;
  /** The order in which changes were made; given by the store. */
  readonly seq: number;
  readonly kind: ChangeKind;
  readonly subject: ChangeSubject;
  readonly other: ChangeSubject | null;
  readonly side: AssociationSide | null;
  /** Of `makeMain` and `dissociate`: the association. */
  readonly associationKey: RecordKey | null;
  readonly fields: Fields;
  readonly base: Fields;
  /** Of a user's create; wiped once it is sent or discarded. */
  readonly password: string | null;
  readonly state: EntryState;
  readonly trouble: Trouble | null;
  /** The ordered action of which it is a part; null for a change on its own. */
  readonly action: string | null;
  /** Entries that must be done before. */
  readonly after: readonly string[];
  /** Not to be sent before this moment (an *Undo*, a pause after a failure), epoch ms. */
  readonly notBefore: number | null;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly sentAt: number | null;
  readonly attempts: number;
  /**
   * The revision of the commit that has it as `sending` for the first time, given by the store:
   * what the service told up to then is not its doing. Null before.
   */
  readonly firstSentAt: number | null;
  /** Whether the service may ever have had it without anybody knowing: a refusal may be of its own. */
  readonly wasInDoubt: boolean;
  /** A record of which a person said that it is what this create made, whatever it holds. */
  readonly taken: RecordKey | null;
  /** How many list rows may travel together the next time; halves until a bad row is alone. */
  readonly pack: number | null;
  readonly storedDifferently: readonly { field: string; sent: FieldValue; stored: FieldValue }[];
  /** Of deletes: what the record and its associations were when it was confirmed. */
  readonly snapshot: EntrySnapshot | null;
}

/** A record and what it was associated with, at one moment. */
export interface EntrySnapshot {
  readonly fields: Fields;
  readonly raw: Readonly<Record<string, unknown>> | null;
  /** Sides whose associations were known then, all of them. */
  readonly listed: readonly AssociationSide[];
  readonly associations: readonly {
    readonly side: AssociationSide;
    readonly key: RecordKey;
    readonly vehicleKey: RecordKey;
    readonly otherKey: RecordKey;
    readonly label: string;
    readonly isMain: boolean;
  }[];
}

/** A record that was deleted here, kept for 90 days. */
export interface StoredDeletion {
  readonly id: string;
  readonly subject: ChangeSubject;
  readonly snapshot: EntrySnapshot;
  readonly unread: readonly Unread[];
  readonly deletedAt: number;
  readonly recreatedAs: RecordKey | null;
}

/**
 * One step of a commit. A commit is one transaction: all of its steps hold, or none. Steps run in
 * their order.
 */
export type StoreChange =
  /** Takes what the service told. `pass` marks the records as seen in it. */
  | {
      readonly kind: 'told';
      readonly collection: CollectionName;
      readonly records: readonly ToldRecord[];
      readonly pass: number | null;
      readonly at: number;
    }
  /**
   * What waits to be sent of one record, laid over what the service told. Makes the record where
   * there is none (a create). `pending: null` and mark `none` take it away again.
   */
  | {
      readonly kind: 'pending';
      readonly collection: CollectionName;
      readonly key: RecordKey;
      readonly pending: Fields | null;
      readonly mark: RecordMark;
    }
  /** Notes values that the service does not tell back. */
  | {
      readonly kind: 'setHere';
      readonly collection: CollectionName;
      readonly key: RecordKey;
      readonly fields: Fields;
      readonly at: number;
    }
  /** Takes a record away that the service never knew. */
  | { readonly kind: 'drop'; readonly collection: CollectionName; readonly key: RecordKey }
  /** The service no longer has it: marked, not dropped. `at: null` takes the mark away. */
  | {
      readonly kind: 'gone';
      readonly collection: CollectionName;
      readonly key: RecordKey;
      readonly at: number | null;
    }
  /**
   * The service named a record or association that was created here: the local key is replaced
   * everywhere, in records, references, associations and entries, and remembered. Where a sync
   * has brought the record already, the two become one.
   */
  | {
      readonly kind: 'rename';
      /** Null for associations. */
      readonly collection: CollectionName | null;
      readonly from: RecordKey;
      readonly to: string;
    }
  | { readonly kind: 'sync'; readonly sync: StoredSync }
  /**
   * A pass reached the end of the list: records not seen in it count one absence more, and from
   * two on they are gone. The commit's answer names these.
   */
  | {
      readonly kind: 'passEnded';
      readonly collection: CollectionName;
      readonly pass: number;
      readonly at: number;
    }
  /** One side of a vehicle's associations, listed whole. What waits here stays laid over it. */
  | {
      readonly kind: 'associationsListed';
      readonly vehicleKey: RecordKey;
      readonly side: AssociationSide;
      readonly associations: readonly StoredAssociation[];
      /** Device associations that the service lists as removed. */
      readonly ended?: readonly DeviceTerm[];
      readonly at: number;
    }
  | { readonly kind: 'association'; readonly association: StoredAssociation }
  | { readonly kind: 'dropAssociation'; readonly key: RecordKey }
  /** Writes an entry. A new one (`seq` 0) gets its number, one sent first its `firstSentAt`. */
  | { readonly kind: 'entry'; readonly entry: StoredEntry }
  | { readonly kind: 'deletion'; readonly deletion: StoredDeletion }
  | { readonly kind: 'fixes'; readonly fixes: readonly StoredFix[] }
  /** Keeps what was learned of the devices of vehicles, by their ids; null forgets it. */
  | { readonly kind: 'learned'; readonly devices: ReadonlyMap<string, string | null> }
  /** Keeps a day for offline use; those read longest ago give way. */
  | { readonly kind: 'day'; readonly kept: KeptDay }
  /** Keeps a zone, in place of the one with its id. */
  | { readonly kind: 'zone'; readonly zone: Zone }
  | { readonly kind: 'dropZone'; readonly id: string }
  | AlertChange
  /** A small value under a name; null removes it. */
  | { readonly kind: 'note'; readonly name: string; readonly value: string | null };

/**
 * Columns of one query that the store does not hold, by name: values by the records' keys. Records
 * of which a value is not known yet are those of the column with a `?` before its name.
 */
export type GivenColumns = Readonly<Record<string, ReadonlyMap<RecordKey, FieldValue>>>;

/** What a commit did beyond what it was told. */
export interface Committed {
  /** The store's revision after it; it only grows. */
  readonly revision: number;
  /** Records that are gone since, by collection. */
  readonly gone: readonly { readonly collection: CollectionName; readonly keys: RecordKey[] }[];
  /** Of the records told: those that are new or look different now. */
  readonly changed: readonly { readonly collection: CollectionName; readonly keys: RecordKey[] }[];
  /** Numbers given to new entries, by entry id. */
  readonly seqs: Readonly<Record<string, number>>;
}

/** What is older than these goes, epoch milliseconds. */
export interface PruneMoments {
  /** Fixes and days that were read. */
  readonly fixes: number;
  /** Histories of what was changed. */
  readonly entries: number;
  readonly deletions: number;
  /** Alerts and stays in zones. */
  readonly alerts: number;
}

/**
 * The encrypted store of one identity. Calls are carried out in the order in which they were made,
 * so a read sees every commit that was called before it. A commit that resolves is durable: it
 * survives a crash of the app and of the machine. Rejects with `FleetdeskError` `store-damaged`.
 */
export interface Store extends AlertRows {
  /**
   * Says what the service profile describes beside the built-in resources, before anything of it is
   * read or written: what is searched in its records, and how they are sorted.
   */
  declare(descriptions: ResourceDescriptions): Promise<void>;
  commit(changes: readonly StoreChange[]): Promise<Committed>;

  /** Keys that a query finds, in its order; it may sort and narrow by given columns, too. */
  find(query: RecordQuery, given?: GivenColumns): Promise<RecordKey[]>;
  /** The same, with what records were found by where they are found by others. */
  search(query: RecordQuery, given?: GivenColumns): Promise<RecordsFound>;
  /** What lists show of records beside their fields, as far as the store knows it. */
  derived(
    collection: CollectionName,
    keys: readonly RecordKey[],
  ): Promise<ReadonlyMap<RecordKey, Fields>>;
  /** Of these records the derived values that are empty because nobody has looked yet. */
  unknown(
    collection: CollectionName,
    keys: readonly RecordKey[],
  ): Promise<ReadonlyMap<RecordKey, readonly string[]>>;
  /** Records by their keys, renamed ones under their new key; unknown ones are left out. */
  records(collection: CollectionName, keys: readonly RecordKey[]): Promise<StoredRecord[]>;
  /** Rows of a whole collection, gone ones left out, in chunks of at most `limit`, from the first on. */
  rows(collection: CollectionName, after: RecordKey | null, limit: number): Promise<RecordRow[]>;
  /**
   * The vehicles that the service named, gone ones left out, in the order of their keys and in parts:
   * between two of them others get their turn.
   */
  vehicles(): AsyncIterable<readonly Vehicle[]>;
  /** How many records there are, gone ones left out. */
  count(collection: CollectionName): Promise<number>;
  /** Values that a field takes in the visible records, the most frequent first, at most 200. */
  values(collection: CollectionName, field: string): Promise<ValueCount[]>;
  /**
   * How records name the values of an identifier in their relations, at most 200 values; those that
   * no record names are left out.
   */
  toldNames(collection: CollectionName, field: string): Promise<ReadonlyMap<string, string>>;
  syncs(): Promise<StoredSync[]>;

  associationsOf(
    vehicleKey: RecordKey,
    side: AssociationSide,
  ): Promise<{ items: StoredAssociation[]; readAt: number | null }>;
  /** Associations of a device or user, from the vehicles that have been listed. */
  vehiclesOf(side: AssociationSide, otherKey: RecordKey): Promise<StoredAssociation[]>;
  /** Whether that side of every vehicle of the service was listed. */
  isWholeSide(side: AssociationSide): Promise<boolean>;
  /** Vehicles of which associations are kept, in chunks of at most `limit`, from the first on. */
  listedVehicles(after: RecordKey | null, limit: number): Promise<ListedVehicle[]>;
  /** When each device was on a vehicle, removed associations included. */
  deviceTerms(vehicleKey: RecordKey): Promise<DeviceTerm[]>;
  /** Removed device associations of a vehicle or of a device, as far as the service told them. */
  endedTerms(
    of: 'vehicles' | 'devices',
    key: RecordKey,
  ): Promise<{ readonly vehicleKey: RecordKey; readonly term: DeviceTerm }[]>;
  /** All entries that are neither sent nor discarded, in their order. */
  openEntries(): Promise<StoredEntry[]>;
  entry(id: string): Promise<StoredEntry | null>;
  /** What was ever changed here about a record, the newest first. */
  history(collection: CollectionName, key: RecordKey): Promise<StoredEntry[]>;
  deletions(): Promise<StoredDeletion[]>;

  /** Fixes of a vehicle from a moment on, oldest first. */
  trail(vehicleId: string, since: number): Promise<StoredFix[]>;
  /** The newest fix of each vehicle. */
  newestFixes(): Promise<StoredFix[]>;
  /** What was learned of the device of each vehicle. */
  learned(): Promise<ReadonlyMap<string, string>>;
  /** A day as it was read last, or null. */
  keptDay(wanted: Pick<KeptDay, 'vehicleId' | 'day' | 'timeZone'>): Promise<KeptDay | null>;
  /**
   * The figures of the kept days with data of a span, both ends included, the first one first, and
   * when the one read longest ago was read, epoch milliseconds; null where none is kept.
   */
  keptSummaries(span: {
    vehicleId: string;
    from: string;
    to: string;
    timeZone: string;
  }): Promise<KeptSummaries>;
  /** All zones that a person drew; they stay when what came from the service is erased. */
  zones(): Promise<Zone[]>;
  note(name: string): Promise<string | null>;
  /** What a local key is called now; the key itself where it has no other name. */
  currentKey(key: RecordKey): Promise<RecordKey>;

  /**
   * Checks so many further rows, entries first, and sets those aside that are not what was written.
   * Rows that were read and found damaged meanwhile are left out of answers, and checked as well.
   * @param at epoch milliseconds
   */
  check(rows: number, at: number): Promise<StoreCheck>;
  /** What was set aside and not seen by a person yet; null for nothing. */
  damage(): Promise<StoreDamage | null>;
  /** A person has seen that so many rows were set aside: those told, not those found since. */
  seeDamage(rows: number): Promise<void>;
  /** Removes what retention no longer covers: fixes and days read, histories, deletions older than these. */
  prune(before: PruneMoments): Promise<void>;
  /** Removes everything that came from the service, for good; the outbox and what it needs stay. */
  eraseCached(): Promise<void>;
  /**
   * Removes trails and days that were read, for good. Of each vehicle its newest fix stays: it says
   * where the vehicle is.
   */
  eraseTracks(): Promise<void>;
  /** Bytes that trails and days that were read take. */
  tracksSize(): Promise<number>;
  /** Bytes on disk; null for a store in memory. */
  size(): Promise<number | null>;
  /** Ends all work, after what was called before; lets go of the file. */
  close(): Promise<void>;
}
