import { StoreFailure } from '@core/ports/stores';
import type { Connection } from './connection';
import { search } from './migrations/0003-search';

/**
 * Reads every page once: what is damaged is found now, and not in the middle of the work. A search
 * index that is damaged is made anew, since all that is in it stands in the records.
 * @throws StoreFailure `damaged`
 */
export function check(connection: Connection): void {
  const found = firstProblem(connection);
  if (found === null) {
    mendOutbox(connection);
    return;
  }
  if (hasSearch(connection) && restIsSound(connection) && makeSearchAnew(connection)) {
    mendOutbox(connection);
    return;
  }
  throw new StoreFailure('damaged', found);
}

function firstProblem(connection: Connection): string | null {
  const [found = ''] = connection.texts(
    'SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(1)',
  );
  return found === 'ok' ? null : found;
}

/**
 * An entry that is missing from an index would never be sent and never be seen, and only this
 * slower check compares indexes with what they are of.
 */
function mendOutbox(connection: Connection): void {
  if (connection.number('PRAGMA user_version') === 0) return;
  const isWhole = (): boolean => {
    const problems = connection.texts(
      `SELECT CAST(integrity_check AS BLOB) FROM pragma_integrity_check('entries')`,
    );
    return problems.length === 1 && problems[0] === 'ok';
  };
  if (isWhole()) return;
  connection.execute('REINDEX entries');
  if (!isWhole()) throw new StoreFailure('damaged', 'The outbox does not agree with its indexes.');
}

function hasSearch(connection: Connection): boolean {
  return connection.number('PRAGMA user_version') >= search.version;
}

function restIsSound(connection: Connection): boolean {
  const tables = connection.texts(
    `SELECT CAST(name AS BLOB) FROM sqlite_schema
     WHERE type = 'table' AND name NOT LIKE 'words%' AND name NOT LIKE 'parts%'`,
  );
  return tables.every((name) => {
    const problems = connection.texts(
      'SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(?)',
      name,
    );
    return problems.length === 1 && problems[0] === 'ok';
  });
}

/** Whether that was possible, and the file is sound since. */
function makeSearchAnew(connection: Connection): boolean {
  try {
    connection.transaction(() => {
      connection.execute('DROP TABLE words; DROP TABLE parts;');
      search.up(connection);
    });
    return firstProblem(connection) === null;
  } catch {
    return false;
  }
}
