import { visibleFields } from '../record-rows';
import { indexRecord } from '../search-index';
import type { Migration } from './migration';
import { builtInCollections } from '@contract/collections';

/**
 * The search: beginnings of words, and any part of plates and numbers. The tables keep no copy of
 * the texts, which are folded before they come in; what is kept already is taken in.
 */
export const search: Migration = {
  version: 3,
  name: 'search',
  up(connection) {
    connection.execute(`
      CREATE VIRTUAL TABLE words USING fts5(
        text, content='', contentless_delete=1, detail=none, prefix='1 2 3',
        tokenize="unicode61 remove_diacritics 2"
      );
      INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
      CREATE VIRTUAL TABLE parts USING fts5(
        text, content='', contentless_delete=1, tokenize="trigram case_sensitive 1"
      );
      INSERT INTO parts (parts, rank) VALUES ('secure-delete', 1);
    `);
    for (const collection of builtInCollections) {
      let last = 0;
      for (;;) {
        const rows = connection.all(
          `SELECT id, CAST(told AS BLOB) AS told, CAST(pending AS BLOB) AS pending
           FROM records WHERE collection = ? AND id > ? ORDER BY id LIMIT 500`,
          collection,
          last,
        );
        for (const row of rows) {
          last = Number(row['id']);
          indexRecord(connection, last, collection, visibleFields(row));
        }
        if (rows.length < 500) break;
      }
    }
  },
};
