import type { Connection } from './connection';
import { RowSet } from './row-set';
import { parseList } from './stored-values';

/** A trigram index knows nothing shorter. */
export const TRIGRAM = 3;

/**
 * Words whose rows are remembered. Who types a search changes its last word with each letter: the
 * words before it are not looked up again.
 */
const WORDS_KEPT = 12;

/** Rows that the index finds by single words, remembered until something is written. */
export class SoughtWords {
  readonly #connection: Connection;
  /** The one that was sought last comes last. */
  readonly #known = new Map<string, RowSet>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Rows of which a word begins with this one, or a plate or number holds it. */
  rowsOf(word: string): RowSet {
    const known = this.#known.get(word) ?? this.#read(word);
    this.#known.delete(word);
    this.#known.set(word, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > WORDS_KEPT && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  /** Rows of which a plate or number holds this text, in one piece. */
  rowsHolding(text: string): RowSet {
    const [found] = this.#connection.texts(
      `SELECT CAST(json_group_array(rowid) AS BLOB) FROM parts WHERE parts MATCH ?`,
      phrase(text),
    );
    return readRows([found]);
  }

  /** Something was written: other rows may be found now. */
  forget(): void {
    this.#known.clear();
  }

  #read(word: string): RowSet {
    const beginnings = this.#connection.texts(
      'SELECT CAST(json_group_array(rowid) AS BLOB) FROM words WHERE words MATCH ?',
      `${phrase(word)}*`,
    );
    if (word.length < TRIGRAM) return readRows(beginnings);
    const parts = this.#connection.texts(
      'SELECT CAST(json_group_array(rowid) AS BLOB) FROM parts WHERE parts MATCH ?',
      phrase(word),
    );
    return readRows([...beginnings, ...parts]);
  }
}

function readRows(lists: readonly (string | undefined)[]): RowSet {
  const ids = lists.flatMap((list) => parseList(list));
  return new RowSet(ids.filter((id) => typeof id === 'number'));
}

/** A word has letters and digits alone; in quotes it is never a word of the search's own language. */
function phrase(word: string): string {
  return `"${word}"`;
}
