import type { CollectionName } from '@contract/collections';
import { fieldsOf, type Field } from '@contract/resources';
import { lettersOf, wordsOf } from '@contract/folding';
import type { Fields } from '@contract/records';
import type { Connection } from './connection';
import { isSameValue } from './stored-values';

/** What a record is found by. */
export interface SearchTexts {
  readonly words: string;
  readonly parts: string;
}

interface Searched {
  readonly name: string;
  readonly by: NonNullable<Field['searchable']>;
}

const searchedFields = new Map<CollectionName, readonly Searched[]>();

/** Other fields may be searched from now on: the declarations changed. */
export function forgetSearched(): void {
  searchedFields.clear();
}

/** Which fields of a collection are searched and how, as a text that is compared. */
export function searchedAs(collection: CollectionName): string {
  return JSON.stringify(searchedOf(collection));
}

/** The tables of the search; each holds one of the texts. */
const tables = ['words', 'parts'] as const;

/** Takes a record into the search that is not in it. */
export function indexRecord(
  connection: Connection,
  id: number,
  collection: CollectionName,
  fields: Fields,
): void {
  const texts = searchTextsOf(collection, fields);
  for (const table of tables) insert(connection, table, id, texts);
}

/** Brings the search up to date with a record whose fields changed. */
export function reindexRecord(
  connection: Connection,
  id: number,
  collection: CollectionName,
  { before, after }: { before: Fields; after: Fields },
): void {
  const differing = searchedOf(collection).filter(
    ({ name }) => !isSameValue(before[name], after[name]),
  );
  if (differing.length === 0) return;
  const texts = searchTextsOf(collection, after);
  for (const table of tables) {
    if (table === 'parts' && differing.every(({ by }) => by !== 'anyPart')) continue;
    remove(connection, table, id);
    insert(connection, table, id, texts);
  }
}

/** Takes a record out of the search. */
export function forgetRecord(connection: Connection, id: number): void {
  for (const table of tables) remove(connection, table, id);
}

function insert(
  connection: Connection,
  table: keyof SearchTexts,
  id: number,
  texts: SearchTexts,
): void {
  connection.run(`INSERT INTO ${table} (rowid, text) VALUES (?, ?)`, id, texts[table]);
}

function remove(connection: Connection, table: keyof SearchTexts, id: number): void {
  connection.run(`DELETE FROM ${table} WHERE rowid = ?`, id);
}

/**
 * What a record is found by, folded. Fields that are found by any part are among the words, too:
 * what is shorter than the three characters of a trigram finds their beginnings.
 */
export function searchTextsOf(collection: CollectionName, fields: Fields): SearchTexts {
  const words = new Set<string>();
  const parts: string[] = [];
  for (const { name, by } of searchedOf(collection)) {
    const text = textOf(fields[name]);
    if (text === '') continue;
    for (const word of wordsOf(text)) words.add(word);
    if (by === 'anyPart') {
      const letters = lettersOf(text);
      words.add(letters);
      parts.push(letters);
    }
  }
  return { words: [...words].join(' '), parts: parts.join(' ') };
}

function textOf(value: Fields[string] | undefined): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

function searchedOf(collection: CollectionName): readonly Searched[] {
  const known = searchedFields.get(collection);
  if (known !== undefined) return known;
  const searched = Object.entries(fieldsOf(collection)).flatMap(([name, { searchable }]) =>
    searchable === undefined ? [] : [{ name, by: searchable }],
  );
  searchedFields.set(collection, searched);
  return searched;
}
