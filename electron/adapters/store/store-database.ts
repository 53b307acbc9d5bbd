import type { AlertRule } from '@contract/alert-rules';
import type {
  Alert,
  AlertCursor,
  AlertFilter,
  AlertPage,
  OpenCounts,
  SeenVisit,
  VisitsWanted,
} from '@contract/alerts';
import type { AssociationSide } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import type { PackedRows } from '@contract/packed/rows';
import type {
  Fields,
  RecordKey,
  RecordQuery,
  RecordRow,
  RecordsFound,
  ValueCount,
} from '@contract/records';
import { declareResources, type ResourceDescriptions } from '@contract/resources';
import type { KeptDay, KeptSummaries, StoredFix } from '@core/ports/kept-tracks';
import type { ListedVehicle } from '@core/ports/listed-vehicle';
import type { Zone } from '@contract/zones';
import type {
  PruneMoments,
  Committed,
  GivenColumns,
  StoreChange,
  DeviceTerm,
  StoredAssociation,
  StoredDeletion,
  StoredEntry,
  StoredRecord,
  StoredSync,
} from '@core/ports/store';
import type { StoreCheck, StoreDamage } from '@core/ports/store-damage';
import { alertsById, assigneesOf, findAlerts, openAlerts, rulesOf } from './alert-rows';
import { applyChange } from './apply-change';
import { renewBackups } from './backup';
import { associationsOf, vehiclesOf } from './association-rows';
import { Commit, currentKey } from './commit';
import type { Connection } from './connection';
import { damageOf, seeDamage } from './damaged-rows';
import { derivedValues } from './derived-values';
import { isTrue } from './digests';
import { deletions, entryById, historyOf, openEntries } from './entry-rows';
import { storeFailure } from './faults';
import { countValues, findRecords } from './find';
import { judgedOf, visitsOf } from './judged-rows';
import { keptDayOf, keptSummaries } from './kept-day-rows';
import { learnedOf } from './learned-rows';
import { listedVehicles } from './listed-vehicles';
import { Listing } from './listing';
import { noteOf, writeNote } from './note-rows';
import { deviceTermsOf, endedTermsOf } from './past-device-rows';
import { RowCheck } from './row-check';
import { readRecord, readRow, recordColumns, rowColumns } from './record-rows';
import { reindex } from './reindex';
import { eraseRows, eraseTracks, pruneRows, sizeOfTracks } from './retention';
import { forgetSearched, searchedAs } from './search-index';
import { SoughtWords } from './sought-words';
import { removeBackups, sizeOf } from './store-files';
import { syncs } from './sync-rows';
import { packPairs } from './text-pairs';
import { toldNames } from './told-names';
import { newestFixes, trailOf } from './trail-rows';
import { packedVehicles } from './vehicle-rows';
import { zonesOf } from './zone-rows';
import { isWholeSide, unknownColumn, unknownFields, unknownValues } from './unknown-values';

/** The store's work on an open connection, one thing after the other. */
export class StoreDatabase {
  readonly #connection: Connection;
  readonly #file: string | null;
  readonly #listings = new Map<CollectionName, Listing>();
  readonly #sought: SoughtWords;
  readonly #check: RowCheck;
  /** As the file has it; nobody else writes there. */
  #revision: number;

  /** `file: null` is a store in memory. */
  constructor(connection: Connection, file: string | null) {
    this.#connection = connection;
    this.#file = file;
    this.#check = new RowCheck(connection);
    this.#sought = new SoughtWords(connection);
    this.#revision = connection.number(
      `SELECT CAST(value AS REAL) FROM meta WHERE name = 'revision'`,
    );
  }

  declare(descriptions: ResourceDescriptions): void {
    declareResources(descriptions);
    forgetSearched();
    this.#forgetRows();
    this.#connection.transaction(() => {
      for (const collection of Object.keys(descriptions)) this.#searchAgain(collection);
    });
  }

  commit(changes: readonly StoreChange[]): Committed {
    const commit = this.#connection.transaction(() => {
      const running = new Commit(this.#connection, this.#revision + 1);
      for (const change of changes) applyChange(running, change);
      return running;
    });
    this.#revision = commit.revision;
    this.#refreshListings(commit);
    return commit.answer();
  }

  find(query: RecordQuery, given: GivenColumns = {}): RecordKey[] {
    return this.search(query, given).keys;
  }

  search(query: RecordQuery, given: GivenColumns = {}): RecordsFound {
    const listing = this.#listing(query.collection);
    for (const [field, values] of Object.entries(given)) {
      listing.give(field, values);
      const unknown = unknownColumn(field);
      // What was not known for an earlier query may be known now.
      if (given[unknown] === undefined) listing.give(unknown, new Map());
    }
    return findRecords(this.#connection, (name) => this.#listing(name), this.#sought, query);
  }

  derived(collection: CollectionName, keys: readonly RecordKey[]): Map<RecordKey, Fields> {
    return derivedValues(this.#connection, this.#listing(collection), collection, keys);
  }

  unknown(collection: CollectionName, keys: readonly RecordKey[]): Map<RecordKey, string[]> {
    return unknownFields(this.#connection, (name) => this.#listing(name), collection, keys);
  }

  records(collection: CollectionName, keys: readonly RecordKey[]): StoredRecord[] {
    return keys.flatMap((key) => {
      const row = this.#connection.first(
        `SELECT ${recordColumns} FROM records WHERE collection = ? AND key = ?`,
        ...[collection, currentKey(this.#connection, key)],
      );
      if (row === null || !isTrue(this.#connection, 'records', row)) return [];
      return readRecord(collection, row);
    });
  }

  rows(collection: CollectionName, after: RecordKey | null, limit: number): RecordRow[] {
    // By the column: `key` alone would be what is selected, and every row would be sorted.
    return this.#connection
      .all(
        `SELECT ${rowColumns} FROM records
         WHERE collection = ? AND key > ? AND gone_at IS NULL ORDER BY records.key LIMIT ?`,
        ...[collection, after ?? '', limit],
      )
      .map(readRow);
  }

  vehicles(): PackedRows[] {
    return packedVehicles(this.#connection);
  }

  count(collection: CollectionName): number {
    // Both from an index alone: rows are large, and hardly one is gone.
    return this.#connection.number(
      `SELECT (SELECT count(*) FROM records WHERE collection = ?1)
         - (SELECT count(*) FROM records WHERE collection = ?1 AND gone_at IS NOT NULL)`,
      collection,
    );
  }

  values(collection: CollectionName, field: string): ValueCount[] {
    return countValues(this.#listing(collection), field, this.#unknown(collection, field));
  }

  toldNames(collection: CollectionName, field: string): ReadonlyMap<string, string> {
    return toldNames(this.#connection, this.#listing(collection), field);
  }

  syncs(): StoredSync[] {
    return syncs(this.#connection);
  }

  associationsOf(
    vehicleKey: RecordKey,
    side: AssociationSide,
  ): { items: StoredAssociation[]; readAt: number | null } {
    return associationsOf(this.#connection, vehicleKey, side);
  }

  vehiclesOf(side: AssociationSide, otherKey: RecordKey): StoredAssociation[] {
    return vehiclesOf(this.#connection, side, otherKey);
  }

  isWholeSide(side: AssociationSide): boolean {
    return isWholeSide(this.#connection, side);
  }

  listedVehicles(after: RecordKey | null, limit: number): ListedVehicle[] {
    return listedVehicles(this.#connection, after, limit);
  }

  deviceTerms(vehicleKey: RecordKey): DeviceTerm[] {
    return deviceTermsOf(this.#connection, vehicleKey);
  }

  endedTerms(
    of: 'vehicles' | 'devices',
    key: RecordKey,
  ): { vehicleKey: RecordKey; term: DeviceTerm }[] {
    return endedTermsOf(this.#connection, of, key);
  }

  openEntries(): StoredEntry[] {
    return openEntries(this.#connection);
  }

  entry(id: string): StoredEntry | null {
    return entryById(this.#connection, id);
  }

  history(collection: CollectionName, key: RecordKey): StoredEntry[] {
    return historyOf(this.#connection, collection, key);
  }

  deletions(): StoredDeletion[] {
    return deletions(this.#connection);
  }

  trail(vehicleId: string, since: number): StoredFix[] {
    return trailOf(this.#connection, vehicleId, since);
  }

  newestFixes(): PackedRows[] {
    return newestFixes(this.#connection);
  }

  learned(): PackedRows[] {
    return packPairs(learnedOf(this.#connection));
  }

  keptDay(wanted: Parameters<typeof keptDayOf>[1]): KeptDay | null {
    return keptDayOf(this.#connection, wanted);
  }

  keptSummaries(span: Parameters<typeof keptSummaries>[1]): KeptSummaries {
    return keptSummaries(this.#connection, span);
  }

  zones(): Zone[] {
    return zonesOf(this.#connection);
  }

  rules(): AlertRule[] {
    return rulesOf(this.#connection);
  }

  alerts(ids: readonly string[]): Alert[] {
    return alertsById(this.#connection, ids);
  }

  findAlerts(filter: AlertFilter, after: AlertCursor | null, limit: number): AlertPage {
    return findAlerts(this.#connection, filter, after, limit);
  }

  openAlerts(): OpenCounts {
    return openAlerts(this.#connection);
  }

  assignees(): string[] {
    return assigneesOf(this.#connection);
  }

  judged(beginning: string): PackedRows[] {
    return packPairs(judgedOf(this.#connection, beginning));
  }

  visits(wanted: VisitsWanted, limit: number): SeenVisit[] {
    return visitsOf(this.#connection, wanted, limit);
  }

  note(name: string): string | null {
    return noteOf(this.#connection, name);
  }

  currentKey(key: RecordKey): RecordKey {
    return currentKey(this.#connection, key);
  }

  check(rows: number, at: number): StoreCheck {
    const { isOver, found, collections } = this.#check.next(rows, at);
    if (found) this.#forgetRows();
    return { isOver, collections: [...collections] };
  }

  damage(): StoreDamage | null {
    return damageOf(this.#connection);
  }

  seeDamage(rows: number): void {
    seeDamage(this.#connection, rows);
  }

  prune(before: PruneMoments): void {
    this.#connection.transaction(() => {
      pruneRows(this.#connection, before);
    });
    this.#sought.forget();
    // What is kept for long is in a backup, too, and nothing is kept longer than deletions.
    if (this.#file !== null) removeBackups(this.#file, before.deletions);
  }

  eraseCached(): void {
    this.#connection.transaction(() => {
      eraseRows(this.#connection);
    });
    this.#forgetRows();
    if (this.#file !== null) removeBackups(this.#file);
    this.#shrink();
  }

  eraseTracks(): void {
    this.#connection.transaction(() => {
      eraseTracks(this.#connection);
    });
    if (this.#file !== null) renewBackups(this.#connection, this.#file);
    this.#shrink();
  }

  tracksSize(): number {
    return sizeOfTracks(this.#connection);
  }

  size(): number | null {
    return this.#file === null ? null : sizeOf(this.#file);
  }

  close(): void {
    this.#forgetRows();
    this.#connection.close();
  }

  /** What is in memory of records is read again once somebody asks for it. */
  #forgetRows(): void {
    this.#listings.clear();
    this.#sought.forget();
  }

  /** What is written holds already: a list that can't be brought up to date is read again. */
  #refreshListings(commit: Commit): void {
    if (commit.touched.size > 0) this.#sought.forget();
    if (commit.tellsNatures) for (const listing of this.#listings.values()) listing.tellNatures();
    for (const [collection, ids] of commit.touched) {
      for (const listing of this.#listings.values()) listing.forgetLabels(collection);
      try {
        this.#listings.get(collection)?.refresh(ids);
      } catch {
        // Others are worked out of it: what they hold goes, too.
        this.#listings.clear();
        return;
      }
    }
  }

  /** Gives the room of what was deleted back, and empties the log, which still holds it. */
  #shrink(): void {
    try {
      this.#connection.execute('VACUUM');
    } catch (fault) {
      // It needs room for a copy. What was deleted is written over already, so nothing is left.
      if (storeFailure(fault).kind !== 'disk-full') throw fault;
    }
    this.#connection.all('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** A profile may have changed which fields are searched; what is kept is found by the old ones. */
  #searchAgain(collection: CollectionName): void {
    const name = `searched.${collection}`;
    const searched = searchedAs(collection);
    if (this.note(name) === searched) return;
    reindex(this.#connection, collection);
    writeNote(this.#connection, name, searched);
  }

  #unknown(collection: CollectionName, field: string): (id: number) => boolean {
    return unknownValues(this.#connection, (name) => this.#listing(name), { collection, field });
  }

  #listing(collection: CollectionName): Listing {
    const known = this.#listings.get(collection);
    if (known !== undefined) return known;
    const made = new Listing(this.#connection, collection, (other) => this.#listing(other));
    this.#listings.set(collection, made);
    return made;
  }
}
