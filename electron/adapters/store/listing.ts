import type { CollectionName } from '@contract/collections';
import {
  derivedOf,
  fieldsOf,
  nameFieldOf,
  referencesOf,
  resourceOf,
  type Derived,
} from '@contract/resources';
import { lettersOf, sortKeyOf } from '@contract/folding';
import type { FieldValue, RecordKey } from '@contract/records';
import type { Connection, Row } from './connection';
import {
  associatedWith,
  columnBetween,
  isBetweenListings,
  type Column,
  type ListingOf,
} from './derived-columns';
import {
  compare,
  fromCell,
  isEmpty,
  rankOfState,
  readCell,
  sortKeyOfValue,
  visible,
  visibleOrSet,
} from './listing-cells';
import { RowSet } from './row-set';
import { parse } from './stored-values';

/** What a list needs to know of each record of a collection. */
interface Listed {
  readonly key: RecordKey;
  readonly isGone: boolean;
}

export type { Column } from './derived-columns';

interface KeptColumn extends Column {
  readonly values: Map<number, FieldValue>;
  /** Rows by value, the smallest first, the empty ones left out; null until somebody sorts. */
  order: readonly number[] | null;
  readonly sortKeys: Map<number, string | number>;
  /** Values as they are searched, of the rows that were asked for. */
  readonly letters: Map<number, string>;
  /** Not read from rows: given for one query, or worked out of other listings as they were then. */
  readonly origin?: { readonly of: number | 'given' };
}

/** So many changed rows are read one by one; beyond, the whole column is. */
const FEW = 2_000;

/** Sorting that share of a collection costs as much as sorting all of it, which is kept. */
const FEW_OF = 16;
/** Sorting that share costs as much as picking it out of the order of all, where that is kept. */
const VERY_FEW_OF = 128;

const lookUp = 'id, CAST(key AS BLOB) AS key, gone_at IS NOT NULL AS is_gone';

/**
 * The records of one collection as lists need them, in memory: keys, and the columns that are
 * filtered and sorted by. Columns are read when they are first asked for; a commit says which rows
 * it wrote, and these are read again.
 */
export class Listing {
  readonly #connection: Connection;
  readonly #collection: CollectionName;
  readonly #columns = new Map<string, KeptColumn>();
  readonly #listingOf: ListingOf;
  #rows: Map<number, Listed> | null = null;
  #ids: Map<RecordKey, number> | null = null;
  #version = 0;
  /** The service was seen to say who drives. */
  #tellsDrivers = false;

  /** @param listingOf the listings of other collections, which derived columns are worked out of */
  constructor(connection: Connection, collection: CollectionName, listingOf: ListingOf) {
    this.#connection = connection;
    this.#collection = collection;
    this.#listingOf = listingOf;
  }

  /** Grows whenever something that this listing shows may have changed. */
  get version(): number {
    return this.#version;
  }

  /** The number of a record's row; undefined for one that is not kept. */
  idOf(key: RecordKey): number | undefined {
    this.#ids ??= new Map(Array.from(this.rows(), ([id, row]) => [row.key, id]));
    return this.#ids.get(key);
  }

  /** Values that somebody else knows, by key: they are a column until others are given. */
  give(field: string, given: ReadonlyMap<RecordKey, FieldValue>): void {
    const values = new Map<number, FieldValue>();
    for (const [id, { key }] of this.rows()) {
      const value = given.get(key) ?? null;
      if (!isEmpty(value)) values.set(id, value);
    }
    this.#columns.set(field, { ...newColumn(values), origin: { of: 'given' } });
  }

  /** Whether the service says who drives; known once a column of drivers was read. */
  get tellsDrivers(): boolean {
    return this.#tellsDrivers;
  }

  /** Every record by the number of its row. */
  rows(): ReadonlyMap<number, Listed> {
    this.#rows ??= new Map(this.#readRows());
    return this.#rows;
  }

  /**
   * A field, or `mark`, empty where nothing waits. A field that the collection doesn't have is empty
   * everywhere, and so is a secret.
   */
  column(field: string): Column {
    return this.#column(field);
  }

  /** Letters and digits of a row's value in a field; empty where it has none. */
  letters(field: string, id: number): string {
    const { values, letters } = this.#column(field);
    const known = letters.get(id);
    if (known !== undefined) return known;
    const value = values.get(id);
    const text = value === undefined || Array.isArray(value) ? '' : lettersOf(String(value));
    letters.set(id, text);
    return text;
  }

  /** Rows that have a value in a field, sorted by it; equal ones by title, then by their keys. */
  sort(field: string, ids: readonly number[]): number[] {
    const column = this.#column(field);
    const all = column.values.size;
    // Few are sorted at once; many are picked out of the order of all, which is kept.
    const few = all / (column.order === null ? FEW_OF : VERY_FEW_OF);
    if (ids.length < few) return this.#sorted(field, column, ids);
    column.order ??= this.#sorted(field, column, [...column.values.keys()]);
    if (ids.length === all) return [...column.order];
    const wanted = new RowSet(ids);
    return column.order.filter((id) => wanted.has(id));
  }

  /** Rows by what the records are called, those without a title last; equal ones by their keys. */
  sortByTitle(ids: readonly number[]): number[] {
    const title = resourceOf(this.#collection).mainField;
    const { values } = this.#column(title);
    const titled = this.sort(
      title,
      ids.filter((id) => values.has(id)),
    );
    if (titled.length === ids.length) return titled;
    return [...titled, ...this.#sortByKey(ids.filter((id) => !values.has(id)))];
  }

  /** What a row that was sorted by a field was sorted by; rows with the same are equal in it. */
  sortKey(field: string, id: number): string | number | undefined {
    return this.#column(field).sortKeys.get(id);
  }

  /** Whether a field shows a row's key: that of names does where the record has no name. */
  showsKey(field: string, id: number): boolean {
    if (field !== nameFieldOf(this.#collection)) return false;
    const { title } = resourceOf(this.#collection);
    return title.every((each) => !this.#column(each).values.has(id));
  }

  /** What a row is sorted by where its key is its name. */
  sortKeyOfKey(id: number): string {
    return sortKeyOf(this.rows().get(id)?.key ?? '');
  }

  /** Rows that a commit wrote or removed. */
  refresh(ids: ReadonlySet<number>): void {
    this.#version += 1;
    this.#ids = null;
    if (this.#rows === null) return;
    if (ids.size > FEW) {
      this.#rows = null;
      this.#columns.clear();
      return;
    }
    for (const id of ids) {
      const row = this.#connection.first(`SELECT ${lookUp} FROM records WHERE id = ?`, id);
      if (row === null) this.#rows.delete(id);
      else this.#rows.set(id, readListed(row));
      for (const [field, column] of this.#columns) this.#refreshCell(field, column, id);
    }
  }

  /** A commit wrote associations of which the service says what they are. */
  tellNatures(): void {
    if (this.#tellsDrivers) return;
    const fields = this.#driverFields();
    if (fields.length === 0) return;
    this.#tellsDrivers = true;
    this.#version += 1;
    for (const field of fields) this.#columns.delete(field);
  }

  /** Records of another collection may be called something else now: what is sorted by that. */
  forgetLabels(collection: CollectionName): void {
    for (const [field, column] of this.#columns) {
      if (referencesOf(this.#collection, field) !== collection) continue;
      column.order = null;
      column.sortKeys.clear();
    }
  }

  #column(field: string): KeptColumn {
    const known = this.#columns.get(field);
    const derived = derivedOf(this.#collection)[field];
    if (derived !== undefined && isBetweenListings(derived)) {
      const { values, version } = columnBetween(this, this.#collection, derived, this.#listingOf, {
        unless: known?.origin?.of,
      });
      if (values === null && known !== undefined) return known;
      const column = { ...newColumn(values ?? new Map()), origin: { of: version } };
      this.#columns.set(field, column);
      return column;
    }
    if (known !== undefined) return known;
    if (isOfDrivers(derived)) this.#tellsDrivers ||= this.#hasNatures();
    const column = newColumn(new Map<number, FieldValue>(this.#readColumn(field)));
    this.#columns.set(field, column);
    return column;
  }

  #driverFields(): string[] {
    return Object.entries(derivedOf(this.#collection)).flatMap(([field, derived]) =>
      isOfDrivers(derived) ? [field] : [],
    );
  }

  /**
   * Whether the service says who drives shows in the first list of people that it answers. That
   * reads all associations: once for a column, and commits tell what they add.
   */
  #hasNatures(): boolean {
    const sql = 'SELECT EXISTS (SELECT 1 FROM associations WHERE nature IS NOT NULL)';
    return this.#connection.number(sql) > 0;
  }

  #refreshCell(field: string, column: KeptColumn, id: number): void {
    if (column.origin !== undefined) return;
    const expression = this.#expression(field);
    const row =
      expression === null
        ? null
        : this.#connection.first(
            `SELECT CAST(${expression} AS BLOB) AS value FROM records WHERE id = ?`,
            id,
          );
    const value = readCell(row?.['value']);
    const before = column.values.get(id);
    if (isEmpty(value)) column.values.delete(id);
    else column.values.set(id, value);
    if (JSON.stringify(before ?? null) === JSON.stringify(isEmpty(value) ? null : value)) return;
    column.sortKeys.delete(id);
    column.letters.delete(id);
    column.order = null;
    // Equal values are ordered by title.
    if (field === resourceOf(this.#collection).mainField) {
      for (const other of this.#columns.values()) other.order = null;
    }
  }

  *#readRows(): Iterable<[number, Listed]> {
    // Names and numbers are in an index, and so are the few that are gone: no row is read.
    const bulk = this.#bulk('json_array(id, key)');
    if (bulk !== null) {
      const gone = new Set(this.#readGone());
      for (const [id, key] of bulk as [number, string][]) yield [id, { key, isGone: gone.has(id) }];
      return;
    }
    const rows = this.#connection.all(
      `SELECT ${lookUp} FROM records WHERE collection = ?`,
      this.#collection,
    );
    for (const row of rows) yield [Number(row['id']), readListed(row)];
  }

  #readGone(): number[] {
    return this.#connection
      .all('SELECT id FROM records WHERE collection = ? AND gone_at IS NOT NULL', this.#collection)
      .map((row) => Number(row['id']));
  }

  *#readColumn(field: string): Iterable<[number, FieldValue]> {
    const expression = this.#expression(field);
    if (expression === null) return;
    const bulk = this.#bulk(`json_array(id, ${expression})`);
    if (bulk !== null) {
      for (const [id, cell] of bulk as [number, unknown][]) {
        const value = fromCell(cell);
        if (!isEmpty(value)) yield [id, value];
      }
      return;
    }
    const rows = this.#connection.all(
      `SELECT id, CAST(${expression} AS BLOB) AS value FROM records WHERE collection = ?`,
      this.#collection,
    );
    for (const row of rows) {
      const value = readCell(row['value']);
      if (!isEmpty(value)) yield [Number(row['id']), value];
    }
  }

  /**
   * One JSON text for all rows, which is many times faster than a row each. A damaged row can
   * spoil it; then null, and rows are read one by one.
   */
  #bulk(expression: string): unknown[] | null {
    const [text] = this.#connection.texts(
      `SELECT CAST(json_group_array(${expression}) AS BLOB) FROM records WHERE collection = ?`,
      this.#collection,
    );
    const value = parse(text);
    return Array.isArray(value) ? value : null;
  }

  /** People sort a reference by what it is called, not by its key. */
  #naming(field: string): (value: FieldValue) => FieldValue {
    if (derivedOf(this.#collection)[field]?.kind === 'liveState') return rankOfState;
    const collection = referencesOf(this.#collection, field);
    if (collection === undefined) return (value) => value;
    const names = new Map<string, string>();
    const { title } = resourceOf(collection);
    const wanted = title.map((each, index) => `CAST(${visible(each)} AS BLOB) AS name${index}`);
    const sql = `SELECT ${wanted.join(', ')} FROM records WHERE collection = ? AND key = ?`;
    const nameOf = (key: string): string => {
      const known = names.get(key);
      if (known !== undefined) return known;
      const row = this.#connection.first(sql, collection, key);
      const texts = title.map((_, index) => readCell(row?.[`name${index}`]));
      const name = String(texts.find((text) => !isEmpty(text)) ?? key);
      names.set(key, name);
      return name;
    };
    return (value) => {
      if (Array.isArray(value)) return value.map(nameOf);
      return typeof value === 'string' ? nameOf(value) : value;
    };
  }

  #expression(field: string): string | null {
    if (field === 'mark') return `CASE WHEN mark <> 'none' THEN json_quote(mark) END`;
    const derived = derivedOf(this.#collection)[field];
    if (derived !== undefined) return associatedWith(derived, { tellsDrivers: this.#tellsDrivers });
    const info = fieldsOf(this.#collection)[field];
    if (info === undefined) return null;
    // By its place in a list, or by what a filter finds, a secret could be read.
    if (info.kind === 'secret' || info.kind === 'password') return null;
    return info.readable ? visible(field) : visibleOrSet(field);
  }

  #sorted(field: string, { values, sortKeys }: KeptColumn, ids: readonly number[]): number[] {
    const nameOf = this.#naming(field);
    for (const id of ids) {
      if (!sortKeys.has(id)) sortKeys.set(id, sortKeyOfValue(nameOf(values.get(id) ?? null)));
    }
    const isTitle = field === resourceOf(this.#collection).mainField;
    const byTitle = isTitle ? this.#sortByKey(ids) : this.sortByTitle(ids);
    return byTitle.sort((a, b) => compare(sortKeys.get(a), sortKeys.get(b)));
  }

  #sortByKey(ids: readonly number[]): number[] {
    const rows = this.rows();
    const keyOf = (id: number): RecordKey => rows.get(id)?.key ?? '';
    return [...ids].sort((a, b) => compare(keyOf(a), keyOf(b)));
  }
}

function isOfDrivers(derived: Derived | undefined): boolean {
  const from = derived?.from;
  return typeof from === 'object' && 'association' in from && from.drivers === true;
}

function newColumn(values: Map<number, FieldValue>): KeptColumn {
  return { values, order: null, sortKeys: new Map(), letters: new Map() };
}

function readListed(row: Row): Listed {
  return { key: String(row['key']), isGone: row['is_gone'] === 1 };
}
