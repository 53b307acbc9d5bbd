import { StoreFailure } from '@core/ports/stores';
import type { Connection } from './connection';
import { storeFailure } from './faults';
import { search } from './migrations/0003-search';
import { mentions } from './migrations/0005-mentions';

/**
 * Reads every page once and compares the indexes with what they are of: what is damaged is found
 * now, and not in the middle of the work, and no entry is missing from what is sent or shown.
 * Indexes, the search and what mentions what are made again where nothing else is hit, since all that
 * is in them is in the tables. Answers whether that was so. @throws StoreFailure `damaged`
 */
export function check(connection: Connection): boolean {
  const found = firstProblem(connection);
  if (found === null) return false;
  if (mends(connection)) return true;
  throw new StoreFailure('damaged', found);
}

function firstProblem(connection: Connection): string | null {
  const [found = ''] = connection.texts(
    'SELECT CAST(integrity_check AS BLOB) FROM pragma_integrity_check(1)',
  );
  return found === 'ok' ? null : found;
}

/** Whether the file is sound after what can be made again was. */
function mends(connection: Connection): boolean {
  try {
    if (!areTablesSound(connection)) return false;
    connection.transaction(() => {
      connection.execute('REINDEX');
    });
    if (firstProblem(connection) === null) return true;
    const version = connection.number('PRAGMA user_version');
    if (version < search.version) return false;
    connection.transaction(() => {
      connection.execute('DROP TABLE words; DROP TABLE parts;');
      search.up(connection);
      if (version < mentions.version) return;
      connection.execute('DROP TABLE mentions');
      mentions.up(connection);
    });
    return firstProblem(connection) === null;
  } catch (fault) {
    // What only lacks room to be made again must not be given up.
    const { kind } = storeFailure(fault);
    if (kind === 'disk-full' || kind === 'read-only') throw fault;
    return false;
  }
}

/** Tables without their indexes, without those of the search and that of what mentions what. */
function areTablesSound(connection: Connection): boolean {
  const tables = connection.texts(
    `SELECT CAST(name AS BLOB) FROM sqlite_schema
     WHERE type = 'table' AND name NOT LIKE 'words%' AND name NOT LIKE 'parts%'
       AND name <> 'mentions'`,
  );
  return tables.every((name) => {
    const problems = connection.texts(
      'SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(?)',
      name,
    );
    return problems.length === 1 && problems[0] === 'ok';
  });
}
