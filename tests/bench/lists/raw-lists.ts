import Libsql from 'libsql';
import { wordsOf } from '@contract/folding';

/** A trigram index knows nothing shorter. */
const TRIGRAM = 3;

/** The same questions by one plain statement each, on a copy of the same file. */
export class RawLists {
  readonly #native: Libsql.Database;
  readonly #rows: Libsql.Statement<unknown[]>;

  constructor(file: string, key: string) {
    const options = { encryptionKey: key } as ConstructorParameters<typeof Libsql>[1];
    this.#native = new Libsql(file, options);
    for (const pragma of ['locking_mode = EXCLUSIVE', 'journal_mode = WAL']) {
      this.#native.prepare(`PRAGMA ${pragma}`).all();
    }
    this.#native.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;');
    this.#rows = this.#native.prepare(
      `SELECT record.key, record.told, record.pending, record.mark,
         (SELECT json_group_array(json_array(one.side, one.other_key)) FROM associations AS one
          WHERE one.vehicle_key = record.key) AS others
       FROM json_each(?) AS wanted
       CROSS JOIN records AS record
         ON record.collection = 'vehicles' AND record.key = wanted.value`,
    );
  }

  /** Vehicles that the index finds, themselves or by a person or device on them. */
  search(text: string): string[] {
    const values: string[] = [];
    const words = wordsOf(text).map((word) => {
      values.push(`"${word}"*`);
      if (word.length < TRIGRAM) return 'SELECT rowid FROM words WHERE words MATCH ?';
      values.push(`"${word}"`);
      return `SELECT rowid FROM words WHERE words MATCH ?
        UNION SELECT rowid FROM parts WHERE parts MATCH ?`;
    });
    const found = words.map((word) => `SELECT rowid FROM (${word})`).join(' INTERSECT ');
    const rows = this.#native
      .prepare(
        `WITH found (id) AS MATERIALIZED (${found}),
         hit (key) AS MATERIALIZED (
           SELECT record.key FROM found CROSS JOIN records AS record ON record.id = found.id
           WHERE record.collection IN ('users', 'devices')
         )
         SELECT record.key FROM found CROSS JOIN records AS record ON record.id = found.id
         WHERE record.collection = 'vehicles'
         UNION SELECT one.vehicle_key FROM hit CROSS JOIN associations AS one
           ON one.other_key = hit.key`,
      )
      .all(values) as { key: string }[];
    return rows.map(({ key }) => key);
  }

  /** All vehicles by their plates. */
  open(): string[] {
    const rows = this.#native
      .prepare(
        `SELECT key FROM records WHERE collection = 'vehicles' AND gone_at IS NULL
         ORDER BY told ->> 'plate'`,
      )
      .all() as { key: string }[];
    return rows.map(({ key }) => key);
  }

  /** Records by their keys, with the keys of what is on them. */
  rows(keys: readonly string[]): unknown[] {
    return this.#rows.all([JSON.stringify(keys)]).map((row) => {
      const { told, others } = row as { told: string; others: string };
      return { fields: JSON.parse(told) as unknown, others: JSON.parse(others) as unknown };
    });
  }

  close(): void {
    this.#native.close();
  }
}
